import type { AuditEvent } from '@content-service/audit';
import {
  DuplicateEntry,
  type Entry,
  type EntryChange,
  UnknownOutcome,
  VersionConflict,
} from '@content-service/entries';
import { SEQUENCER } from '@content-service/events';
import { UuidV7Generator } from '@content-service/kernel';
import { ScopeSet } from '@content-service/scopes';
import { FaultyProxy, type ProxyBehaviour } from '../testing/faulty-proxy.js';
import {
  bundle,
  insert,
  putBundle,
  remove,
  createEntry,
  update,
  withTitle,
} from '../testing/sample-content.js';
import { testServer } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

const IN_DOUBT_TIMEOUT_MS = 4000;

/** Connections that an unreachable server refuses: the first attempts to find out the outcome. */
const REFUSALS = 3;

const ROLE = { name: 'editors', label: 'Editors', scopes: ScopeSet.of('member'), builtIn: false, version: 1 };

/** An operation of a writer whose COMMIT is in doubt, and what another one does to the same entry meanwhile. */
interface SecondWriter {
  readonly operation: string;
  /** The title of the entry before; absent when there is none. */
  readonly present?: string;
  readonly write: (entry: Entry) => EntryChange;
  readonly afterStored: (entry: Entry) => EntryChange;
  readonly afterLost: (entry: Entry) => EntryChange;
  /** The events of the entry. */
  readonly stored: readonly string[];
  readonly lost: readonly string[];
  /** What the first writer gets, because the second one was the only one. */
  readonly refusal: new (...parameters: never[]) => Error;
}

const ids = new UuidV7Generator();

function createLine(): AuditEvent {
  return {
    id: ids.next(),
    occurredAt: 1_700_000_000,
    actor: { kind: 'operator' },
    action: 'role.created',
    subject: { kind: 'role', id: ROLE.name },
    details: {},
  };
}

// A file has no line that could break.
const server = await testServer();

describe('a COMMIT at which the connection breaks,', () => {
  let line: FaultyProxy;
  let storage: TypeOrmStorage;
  let direct: TypeOrmStorage;

  beforeEach(async () => {
    const url = new URL(await server.create());
    direct = new TypeOrmStorage(url.href);
    await direct.open();
    await direct.migrate();
    await putBundle(direct, bundle('page'));
    line = new FaultyProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(await line.open());
    storage = new TypeOrmStorage(url.href, { limits: { inDoubtTimeoutMs: IN_DOUBT_TIMEOUT_MS } });
    await storage.open();
  });
  afterEach(async () => {
    await storage.close();
    await line.close();
    await direct.close();
    await server.dropAll();
  });

  const isStored = (fate: ProxyBehaviour): boolean => fate.startsWith('is done');

  describe.each<ProxyBehaviour>([
    'is lost on its way',
    'is lost on its way, then the server is unreachable',
    'is done, but its answer is lost',
    'is done, then the server is unreachable',
  ])('that %s', (fate) => {
    beforeEach(() => {
      line.refusals = REFUSALS;
    });

    it('creates, updates and deletes an entry once', async () => {
      const first = createEntry('node--page', 1, { title: 'once' });
      const second = withTitle(first, 'twice');

      for (const change of [insert(first), update(second), remove(second)]) {
        line.behaviour = fate;
        await storage.entries.apply([change]);
        expect(line.behaviour).toBe('passes');
      }

      expect(await readEvents(first)).toEqual(['entry.created 1', 'entry.updated 2', 'entry.deleted 2']);
    });

    it.each<SecondWriter>([
      {
        operation: 'create',
        write: insert,
        afterStored: (entry) => update(withTitle(entry, 'of the second writer')),
        afterLost: insert,
        stored: ['entry.created 1', 'entry.updated 2'],
        lost: ['entry.created 1'],
        refusal: DuplicateEntry,
      },
      {
        operation: 'update',
        present: 'first version',
        write: (entry) => update(withTitle(entry, 'of the first writer')),
        afterStored: (entry) => update(withTitle(withTitle(entry, 'of the first writer'), 'third version')),
        afterLost: (entry) => update(withTitle(entry, 'of the second writer')),
        stored: ['entry.created 1', 'entry.updated 2', 'entry.updated 3'],
        lost: ['entry.created 1', 'entry.updated 2'],
        refusal: VersionConflict,
      },
      {
        operation: 'delete',
        present: 'first version',
        write: remove,
        afterStored: insert,
        afterLost: (entry) => update(withTitle(entry, 'of the second writer')),
        stored: ['entry.created 1', 'entry.deleted 1', 'entry.created 1'],
        lost: ['entry.created 1', 'entry.updated 2'],
        refusal: VersionConflict,
      },
    ])('has an exact outcome when a second writer follows at $operation', async (row) => {
      const entry = createEntry('node--page', 1, { title: row.present ?? 'new' });
      if (row.present !== undefined) await direct.entries.apply([insert(entry)]);
      const follow = isStored(fate) ? row.afterStored : row.afterLost;
      line.beforeCut = () => direct.entries.apply([follow(entry)]);
      line.behaviour = fate;

      const outcome = storage.entries.apply([row.write(entry)]);

      // What was not stored meets what the second writer stored, as if it had come later.
      if (isStored(fate)) await expect(outcome).resolves.toBeDefined();
      else await expect(outcome).rejects.toThrow(row.refusal);
      expect(await readEvents(entry)).toEqual(isStored(fate) ? row.stored : row.lost);
    });

    it('makes a change of management data once, with its audit line and event', async () => {
      const recorded = createLine();
      line.behaviour = fate;

      const isInserted = await storage.roles.insert(ROLE, { audit: [recorded] });

      expect([isInserted, line.behaviour]).toEqual([true, 'passes']);
      expect(await direct.roles.list()).toEqual([ROLE]);
      const { events } = await direct.audit.page({}, { limit: 10 });
      expect(events).toEqual([recorded]);
      expect(await readEvents({ id: ROLE.name })).toEqual([expect.stringMatching(/^role\.created /)]);
    });

    it('tells the outcome of a change of management data when a second writer follows', async () => {
      await direct.roles.insert(ROLE);
      const rename = (label: string, version: number): Promise<boolean> =>
        direct.roles.update({ ...ROLE, label, version: version + 1 }, version);
      line.beforeCut = () => rename('Of the second writer', isStored(fate) ? 2 : 1);
      line.behaviour = fate;

      const change = { ...ROLE, label: 'Of the first writer', version: 2 };
      const isUpdated = await storage.roles.update(change, 1, { audit: [createLine()] });

      expect(isUpdated).toBe(isStored(fate));
      expect(await direct.roles.find(ROLE.name)).toMatchObject({
        label: 'Of the second writer',
        version: isStored(fate) ? 3 : 2,
      });
      expect((await direct.audit.page({}, { limit: 10 })).events).toHaveLength(isStored(fate) ? 1 : 0);
    });
  });

  it('stores an entry once when the connection that looks for the outcome breaks, too', async () => {
    const entry = createEntry('node--page', 1, { title: 'once' });
    line.behaviour = 'is done, but its answer is lost';
    line.beforeCut = () => {
      line.beforeCut = () => Promise.resolve();
      line.behaviour = 'is lost on its way';
      return Promise.resolve();
    };

    await storage.entries.apply([insert(entry)]);

    expect(line.behaviour).toBe('passes');
    expect((await direct.entries.findStatuses([entry.id])).size).toBe(1);
  });

  it('throws UnknownOutcome when the server stays unreachable', async () => {
    line.behaviour = 'is done, then the server is unreachable';

    await expect(storage.entries.apply([insert(createEntry('node--page', 1))])).rejects.toThrow(
      UnknownOutcome,
    );
  });

  /** The events of one subject, in the order of the log: `entry.updated 2`. */
  async function readEvents({ id }: { readonly id: string }): Promise<readonly string[]> {
    const { lease } = (await direct.eventConsumers.acquire(SEQUENCER, 'spec', 60))!;
    await direct.events.sequence(lease, 10);
    const events = await direct.events.read(0, 10, { subjectId: id });
    return events.map(({ type, subject }) => `${type} ${subject.version}`);
  }
});
