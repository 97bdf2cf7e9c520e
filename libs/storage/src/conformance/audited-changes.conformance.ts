import assert from 'node:assert/strict';
import type { AuditEvent, AuditLines } from '@content-service/audit';
import type { LoggedEvent } from '@content-service/events';
import type { Storage } from '../storage.js';
import { AUDITED_CHANGES } from './audited-changes.js';
import { role } from './roles.conformance.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import { MANY, sequenceAll } from './sequencing.js';

/**
 * Audit lines of changes of management data, and the events of the lines that emit one: they are stored with the change, in one
 * transaction.
 */
export function auditedChanges(storage: () => Storage): void {
  for (const [method, create] of Object.entries(AUDITED_CHANGES))
    it(`stores the audit lines of ${method} with the change, and none of one that is not made`, async () => {
      const { made, refused } = await create(storage());
      const [ofMade, ofRefused] = [createLines(), createLines()];

      // A refusal is a result or an error, by the method; adapters may throw errors of their own for ids that are taken.
      await refused?.(ofRefused).catch(() => undefined);
      await made(ofMade);

      assert.deepEqual(await readAudit(storage(), ofMade), ofMade.audit);
      assert.deepEqual(await readAudit(storage(), ofRefused), []);
      const events = await readEvents(storage(), ofMade.subject);
      assert.deepEqual(new Set(events.map(toAuditMembers)), new Set(ofMade.audit.map(toAuditMembers)));
      assert.equal(events.length, ofMade.audit.length);
      assert.equal(new Set(events.map(({ transaction }) => transaction)).size, 1);
      assert.deepEqual(await readEvents(storage(), ofRefused.subject), []);
    });

  it('records no event of audit lines whose action emits none', async () => {
    const line = createLine({ action: 'role.unknown' });
    await storage().audit.append([line, createLine({ action: 'login.failed', subject: line.subject })]);

    assert.deepEqual(await readEvents(storage(), line.subject?.id ?? ''), []);
  });

  it('records one event of an audit line that is appended twice', async () => {
    const line = createLine({ action: 'client.tokens_revoked', subject: { kind: 'client', id: newId() } });
    await storage().audit.append([line]);
    await storage().audit.append([line]);

    const [event, ...others] = await readEvents(storage(), line.subject?.id ?? '');

    assert.deepEqual(others, []);
    assert.deepEqual(
      [event?.id, event?.type, event?.subject.type, event?.visibility],
      [line.id, 'client.tokens_revoked', 'client', 'management'],
    );
    assert.deepEqual(await storage().events.find(line.id), event);
  });

  it('orders the events of a subject like its changes, with rising versions, under parallel writers', async () => {
    const { name, ...others } = role();
    await storage().roles.insert({ name, ...others });
    const change = async (version: number): Promise<void> => {
      const line = createLine({ subject: { kind: 'role', id: name }, details: { label: String(version) } });
      const changed = { ...others, name, version: version + 1 };
      if (await storage().roles.update(changed, version, { audit: [line] })) return;
      await change((await storage().roles.find(name))?.version ?? 0);
    };

    await Promise.all(Array.from({ length: 10 }, () => change(1)));

    const events = await readEvents(storage(), name);
    assert.deepEqual(
      events.map((event) => 'details' in event && event.details['label']),
      Array.from({ length: 10 }, (_, n) => String(n + 1)),
    );
    const versions = events.map(({ subject }) => subject.version);
    assert.deepEqual(
      versions,
      [...new Set(versions)].sort((a, b) => a - b),
    );
  });
}

/** Two lines about a subject of their own, the newest first. */
function createLines(): Required<Pick<AuditLines, 'audit'>> & { readonly subject: string } {
  const id = newId();
  const create = (occurredAt: number): AuditEvent =>
    createLine({ occurredAt, subject: { kind: 'role', id } });
  return { subject: id, audit: [create(1_700_000_001), create(1_700_000_000)] };
}

function createLine(members: Partial<AuditEvent>): AuditEvent {
  return {
    ...{ id: newId(), occurredAt: 1_700_000_000, actor: { kind: 'operator' }, action: 'role.changed' },
    ...{ subject: { kind: 'role', id: newId() }, details: { label: 'Ä', scopes: ['a', 'b'] } },
    ...members,
  };
}

async function readAudit(storage: Storage, { subject }: { subject: string }): Promise<readonly AuditEvent[]> {
  return (await storage.audit.page({ subject: { kind: 'role', id: subject } }, { limit: 10 })).events;
}

async function readEvents(storage: Storage, subjectId: string): Promise<readonly LoggedEvent[]> {
  await sequenceAll(storage);
  return storage.events.read(0, MANY, { subjectId });
}

/** What an event has in common with its audit line, as text. */
function toAuditMembers(line: AuditEvent | LoggedEvent): string {
  const { id, actor, subject } = line;
  const [action, details] = 'action' in line ? [line.action, line.details] : [];
  return JSON.stringify([id, action, actor?.kind, subject?.id, details]);
}
