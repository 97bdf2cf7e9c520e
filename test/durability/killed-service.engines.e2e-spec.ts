import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createAdministrator, prepareSite, TOPIC } from './prepared-site.js';

const ROUNDS = 10;
const WRITERS = 6;
const ADMINISTRATORS = 2;
/** Upper bound of the random number of acknowledged entries after which a round is killed. */
const MOST_ENTRIES = 60;

describe('a service that is killed repeatedly while it creates entries and changes roles', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
  });
  afterAll(() => database.remove());

  it('loses no acknowledged change, its index tables match the entries, and its audit log the roles', async () => {
    // Kept outside the killed process.
    const acknowledged = new Set<string>();
    const roles = new Map<string, string>();

    for (let round = 0; round < ROUNDS; round++) {
      const service = await startService(database.url);
      await writeUntilKilled(service, acknowledged, roles);
    }

    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
    const survivor = await startService(database.url);
    const api = await createAdministrator(survivor);
    const stored = await storedIds(api);
    const labels = await readRoleLabels(api);
    const recorded = await readRecordedLabels(api);
    await survivor.stop();
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS);
    expect([...roles].filter(([name, label]) => (labels.get(name) ?? '') < label)).toEqual([]);
    expect(roles.size).toBeGreaterThanOrEqual(ROUNDS);
    // One line for each change that is stored, acknowledged or not, and none without its change.
    expect(recorded).toEqual(
      new Map([...labels].map(([name, label]) => [name, label === FIRST ? [FIRST] : [FIRST, SECOND]])),
    );
  }, 600_000);
});

/** The labels of a role before and after it is changed. */
const [FIRST, SECOND] = ['First', 'Second'];

/**
 * Several writers run until the service is killed; requests in flight at that moment may or may not be stored.
 *
 * @param roles the last acknowledged label by name
 */
async function writeUntilKilled(
  service: Service,
  acknowledged: Set<string>,
  roles: Map<string, string>,
): Promise<void> {
  const api = await createAdministrator(service);
  const enough = acknowledged.size + 1 + Math.floor(Math.random() * MOST_ENTRIES);
  let killing: Promise<unknown> | undefined;
  const write = async (): Promise<void> => {
    for (;;) {
      const created = await createTally(api).catch(() => undefined);
      if (created === undefined) return;
      acknowledged.add(created);
      if (acknowledged.size >= enough) killing ??= service.kill();
    }
  };
  const administrate = async (): Promise<void> => {
    while (await changeRole(api, `role_${randomUUID().slice(0, 8)}`, roles).catch(() => false));
  };
  await Promise.all([
    ...Array.from({ length: WRITERS }, write),
    ...Array.from({ length: ADMINISTRATORS }, administrate),
  ]);
  await killing;
  expect(killing).toBeDefined();
}

async function createTally(api: ApiClient): Promise<string> {
  const { id } = await api.create('node--tally', {
    attributes: { title: 'Tally', field_count: 1, field_notes: ['one', 'two'] },
    relationships: { field_topic: { data: TOPIC } },
  });
  return id;
}

/** @returns whether both requests were acknowledged */
async function changeRole(api: ApiClient, name: string, roles: Map<string, string>): Promise<boolean> {
  const headers = { 'Content-Type': 'application/json' };
  const draft = { name, label: FIRST, scopes: [] };
  const created = await api.send('POST', '/manage/roles', { document: draft, headers });
  if (created.status !== 201) return false;
  roles.set(name, FIRST);
  const change = { document: { label: SECOND }, headers };
  const changed = await api.send('PATCH', `/manage/roles/${name}`, change);
  if (changed.status !== 200) return false;
  roles.set(name, SECOND);
  return true;
}

async function readRoleLabels(api: ApiClient): Promise<ReadonlyMap<string, string>> {
  const answer = await api.send('GET', '/manage/roles', { headers: { Accept: 'application/json' } });
  const { items } = (await answer.json()) as {
    items: readonly { name: string; label: string; builtIn: boolean }[];
  };
  return new Map(items.filter(({ builtIn }) => !builtIn).map(({ name, label }) => [name, label]));
}

/** The labels in the audit log by the name of the role, in alphabetical order. */
async function readRecordedLabels(api: ApiClient): Promise<ReadonlyMap<string, readonly string[]>> {
  const recorded = new Map<string, readonly string[]>();
  for (const action of ['role.created', 'role.changed']) {
    const answer = await api.send('GET', `/manage/audit-log/export?action=${action}`, {
      headers: { Accept: 'application/x-ndjson' },
    });
    for (const line of (await answer.text()).split('\n').filter((text) => text !== '')) {
      const { subject, details } = JSON.parse(line) as AuditLine;
      recorded.set(subject.id, [...(recorded.get(subject.id) ?? []), details.label].sort());
    }
  }
  return recorded;
}

interface AuditLine {
  readonly subject: { readonly id: string };
  readonly details: { readonly label: string };
}

async function storedIds(api: ApiClient): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { data } of api.pages('/api/node/tally?fields[node--tally]='))
    for (const { id } of data) ids.add(id);
  return ids;
}
