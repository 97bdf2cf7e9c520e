import { Entry } from '@content-service/entries';
import { SEQUENCER } from '@content-service/events';
import { UuidV7Generator } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';

/** Creates entries in an empty storage; their events have the positions from 1 on. */
export async function writeEvents(storage: Storage, count: number): Promise<void> {
  const bundle = { entityType: 'node', bundle: 'page', label: 'Page', fields: [] } as const;
  const { version } = await storage.bundles.applyChange({ kind: 'put', bundle }, 0);
  const ids = new UuidV7Generator();
  const times = { created: 1, changed: 1, position: 1 };
  for (let n = 0; n < count; n += 1) {
    const head = { id: ids.next(), type: 'node--page', published: true, version: 1, modelVersion: version };
    await storage.entries.apply([{ kind: 'insert', entry: Entry.of({ ...head, ...times }, {}, {}) }]);
  }
  const sequencer = await storage.eventConsumers.acquire(SEQUENCER, 'spec', 60);
  await storage.events.sequence(sequencer!.lease, count);
}
