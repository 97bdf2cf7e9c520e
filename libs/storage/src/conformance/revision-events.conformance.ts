import assert from 'node:assert/strict';
import type { AttachedWrites } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { createSampleEntry, editSample, insert, update } from './sample.js';
import { sequenceAndRead } from './sequencing.js';

const TYPE = 'node--article';

/** What events say of the revisions that their changes have made. */
export function revisionEvents(storage: () => Storage): void {
  it('names the revision that has the state before a change, where one is kept', async () => {
    const entry = createSampleEntry(TYPE);
    const edited = editSample(entry, {});
    const number = Date.now() * 1000;
    const superseded = [
      { entryId: entry.id, number, change: { cause: 'request', changed: [] } },
    ] satisfies AttachedWrites['superseded'];
    await storage().entries.apply([insert(entry)], { superseded });
    await storage().entries.apply([update(edited, entry)], { superseded });
    await storage().entries.apply([update(editSample(edited, {}))]);

    const events = await sequenceAndRead(storage(), entry);

    assert.deepEqual(
      events.map(({ revision }) => revision),
      [undefined, number, undefined],
    );
  });
}
