import { AuditTrail } from '@content-service/audit';
import { ContentModelService, defineField, UNLIMITED } from '@content-service/bundles';
import { EntryEditor, EntryNotFound, MonotonicPositionGenerator, Trash } from '@content-service/entries';
import type { Job } from '@content-service/jobs';
import {
  DomainError,
  FakeClock,
  type JsonObject,
  type Progress,
  type ProgressMonitor,
  UuidV7Generator,
} from '@content-service/kernel';
import { FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import type { Storage } from '@content-service/storage';
import {
  BulkActionJob,
  BulkActionRules,
  BulkEdits,
  BulkUndo,
  ChangedIds,
  createBulkActionJob,
  createBulkUndoJob,
  FormerValuesLog,
} from '@content-service/site-jobs';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { SanitizingTextFormatter } from '../../platform/formatted-text/sanitizing-text-formatter.js';

const NOTE = {
  ...{ entityType: 'node', bundle: 'note', label: 'Note' },
  fields: [defineField('words', 'string', { cardinality: UNLIMITED })],
} as const;
const JOB = '00000000-0000-4000-8000-000000000001';
const EDITOR = { actor: { kind: 'user', userId: 'edith', clientId: FIRST_PARTY_CLIENT_ID } } as const;

class Refused extends DomainError {
  constructor() {
    super('refused', 'A rule refused the entry.');
  }
}

/** Refuses all units of work with certain entries. */
class RefusingEditor extends EntryEditor {
  readonly refused = new Map<string, DomainError>();

  override perform(
    ...[operations, ...others]: Parameters<EntryEditor['perform']>
  ): ReturnType<EntryEditor['perform']> {
    const error = operations.map(({ id }) => this.refused.get(id)).find((one) => one !== undefined);
    return error === undefined ? super.perform(operations, ...others) : Promise.reject(error);
  }
}

describe('BulkActionJob', () => {
  const clock = new FakeClock();
  const ids = new UuidV7Generator();
  let storage: Storage;
  let models: ContentModelService;
  let editor: RefusingEditor;
  let positions: MonotonicPositionGenerator;
  let handler: BulkActionJob;
  let scopes: ScopeSet | undefined;
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    const trail = new AuditTrail(storage.audit, ids, clock);
    models = new ContentModelService(storage.bundles);
    await models.put(NOTE);
    const settings = new SiteSettingsService(storage.siteSettings, trail);
    await settings.change({ allowedOperations: 'read_write' }, OPERATOR_CONTEXT);
    positions = new MonotonicPositionGenerator(clock);
    const formatter = new SanitizingTextFormatter();
    editor = new RefusingEditor(storage.entries, storage.entryRevisions, ids, positions, clock, formatter);
    scopes = ScopeSet.of('content:administer');
    const accounts = { findScopes: () => Promise.resolve(scopes) };
    const rules = new BulkActionRules(models, settings, { accounts, clients: storage.clients });
    const unlinks = { queueAll: () => Promise.resolve() };
    const changedIds = new ChangedIds(storage.spools, clock);
    const trash = new Trash(storage.entries, storage.entryRevisions, positions, clock, formatter);
    const log = new FormerValuesLog(storage.spools, clock);
    const edits = new BulkEdits(storage.entries, editor, models, settings, log, formatter, clock);
    const undo = new BulkUndo(storage.entries, editor, trash, rules, models, changedIds, edits);
    handler = new BulkActionJob(
      ...([storage.entries, editor, rules, models, settings, trail, changedIds, undo, edits] as const),
      () => unlinks,
    );
  });

  it('leaves out entries that were created after the request', async () => {
    await createNotes(2);
    const job = publish();
    await createNotes(3);

    expect(await run(job)).toMatchObject({ changed: 2 });
    expect(await countPublished()).toBe(2);
  });

  it('counts entries that a rule refuses, names the first of them, and changes the others', async () => {
    const notes = await createNotes(75);
    for (const id of notes.slice(30, 60)) editor.refused.set(id, new Refused());

    const result = await run(publish());

    expect(result).toMatchObject({ changed: 45, unchanged: 0, failed: 30 });
    expect(result?.['failures']).toHaveLength(20);
    expect(result).toMatchObject({
      failures: expect.arrayContaining([
        { id: notes[30], code: 'refused', detail: 'A rule refused the entry.' },
      ]),
    });
    expect(await countPublished()).toBe(45);
  });

  it('takes no account of entries that are deleted while it runs', async () => {
    const [first = ''] = await createNotes(2);
    editor.refused.set(first, new EntryNotFound('node--note', first));

    expect(await run(publish())).toEqual({
      ...{ changed: 1, unchanged: 0, failed: 0, failures: [] },
      undoable: true,
    });
  });

  it('continues at the checkpoint of an attempt that has ended, without changing entries twice', async () => {
    await createNotes(120);
    const job = publish();
    const reports: Progress[] = [];
    const ended = run(job, {
      report: (progress) => {
        reports.push(progress);
        return reports.length === 2 ? Promise.reject(new Error('The process has ended.')) : Promise.resolve();
      },
    });
    await expect(ended).rejects.toThrow('ended');

    const result = await run(job, { ...toMonitor(), checkpoint: reports[0]?.checkpoint });

    expect(reports[0]).toMatchObject({ phase: 'publish', done: 50, total: 120 });
    expect(result).toMatchObject({ changed: 70, unchanged: 50, failed: 0 });
    const { events } = await storage.audit.page({ action: 'entry.published' }, { limit: 200 });
    expect(events).toHaveLength(120);
  });

  it('edits each entry once and keeps its former values when an attempt has ended, and sets all back', async () => {
    const notes = await createNotes(70);
    const edit = createBulkActionJob(
      {
        ...{ resourceType: 'node--note', filter: '', action: 'update', mode: 'add' },
        data: { attributes: { words: ['new'] } },
      },
      positions.next(),
    );
    const reports: Progress[] = [];
    const end = (): Promise<never> => Promise.reject(new Error('The process has ended.'));
    // The first attempt ends when the entries of its first batch are written.
    await expect(run(edit, { report: end })).rejects.toThrow('ended');
    const report = (progress: Progress): Promise<void> => Promise.resolve(void reports.push(progress));
    const result = await run(edit, { report });

    expect(result).toMatchObject({ changed: 20, unchanged: 50, failed: 0, undoable: true });
    expect(await findWords(notes)).toEqual(notes.map(() => ['new']));
    const [last] = reports.slice(-1);
    const undone = { ...edit, id: JOB, state: 'succeeded', result, progress: last } as unknown as Job;
    const undo = await createBulkUndoJob(undone, new ChangedIds(storage.spools, clock));
    expect(await run(undo)).toMatchObject({ changed: 70, failed: 0 });
    expect(await findWords(notes)).toEqual(notes.map(() => []));
  });

  it.each<[string, () => void]>([
    ['is disabled', () => (scopes = undefined)],
    ['may not write entries any more', () => (scopes = ScopeSet.of('member'))],
  ])('stops when the account that requested it %s', async (_, change) => {
    await createNotes(120);
    const monitor: ProgressMonitor = {
      report: () => {
        change();
        return Promise.resolve();
      },
    };

    await expect(run(publish(), monitor)).rejects.toMatchObject({ code: 'requester_not_permitted' });

    expect(await countPublished()).toBe(50);
  });

  const publish = (): Pick<Job, 'parameters'> =>
    createBulkActionJob({ resourceType: 'node--note', filter: '', action: 'publish' }, positions.next());

  const toMonitor = (): ProgressMonitor => ({ report: () => Promise.resolve() });

  const run = (job: Pick<Job, 'parameters'>, monitor = toMonitor()): Promise<JsonObject | undefined> =>
    handler.run({ ...job, id: JOB, context: EDITOR } as unknown as Job, monitor);

  const findWords = async (notes: readonly string[]): Promise<unknown[]> => {
    const entries = await storage.entries.getMany(notes);
    return notes.map((id) => entries.get(id)?.attributes['words']);
  };

  async function createNotes(count: number): Promise<string[]> {
    const context = { model: () => models.current(), reloadModel: () => models.refresh() };
    const notes: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const draft = { attributes: { title: `Note ${n}`, status: false } };
      notes.push((await editor.create('node--note', draft, context)).id);
    }
    return notes;
  }

  const countPublished = (): Promise<number> =>
    storage.entries.count({ type: 'node--note', publishedOnly: true });
});
