import assert from 'node:assert/strict';
import type { AuditEvent, TransactionalRecords } from '@content-service/audit';
import type { Storage } from '../storage.js';
import { RECORDED_CHANGES } from './recorded-changes.js';
import { it } from './runner.js';
import { newId } from './sample.js';

/** Audit lines of changes of management data: they are stored with the change, in one transaction. */
export function transactionalRecords(storage: () => Storage): void {
  for (const [method, create] of Object.entries(RECORDED_CHANGES))
    it(`stores the records of ${method} with the change, and none of one that is not made`, async () => {
      const { made, refused } = await create(storage());
      const [ofMade, ofRefused] = [createRecords(), createRecords()];

      // A refusal is a result or an error, by the method; adapters may throw errors of their own for ids that are taken.
      await refused?.(ofRefused.records).catch(() => undefined);
      await made(ofMade.records);

      assert.deepEqual(await readAudit(storage(), ofMade.action), ofMade.records.audit);
      assert.deepEqual(await readAudit(storage(), ofRefused.action), []);
    });
}

/** Two events under an action of their own. */
function createRecords(): {
  readonly action: string;
  readonly records: Required<Pick<TransactionalRecords, 'audit'>>;
} {
  const action = newId();
  const create = (occurredAt: number): AuditEvent => ({
    ...{ id: newId(), occurredAt, actor: { kind: 'operator' }, action },
    ...{ subject: { kind: 'role', id: 'editor' }, details: { label: 'Ä' } },
  });
  return { action, records: { audit: [create(1_700_000_001), create(1_700_000_000)] } };
}

async function readAudit(storage: Storage, action: string): Promise<readonly AuditEvent[]> {
  return (await storage.audit.page({ action }, { limit: 10 })).events;
}
