import {
  type AuditContext,
  type AuditEvent,
  AuditLog,
  AuditTrail,
  type AuditLines,
} from '@content-service/audit';
import {
  FakeClock,
  type ProgressMonitor,
  UuidV7Generator,
  ResourcePreconditionFailed,
} from '@content-service/kernel';
import { BundleEditor } from './bundle-editor.js';
import { BundleInUse, BundleNotFound, type EntryCount, FieldInUse, ModelOutdated } from './bundle.errors.js';
import { type Bundle, type BundleChange, BundleStore, type StoredModel } from './bundle.store.js';
import { ContentModelService } from './content-model.js';
import { ContentUsage } from './content-usage.js';
import { FieldEditor } from './field-editor.js';
import type { Field } from './field.js';

const ALICE: AuditContext = { actor: { kind: 'user', userId: 'alice' }, ipAddress: '192.0.2.1' };
const NEWS = { entityType: 'node', bundle: 'news' };

class InMemoryBundleStore extends BundleStore {
  version = 1;
  bundles: readonly Bundle[] = [{ ...NEWS, label: 'News', fields: [field('a'), field('b')], since: 1 }];
  /** The number of changes before which another process changes the model. */
  conflicts = 0;

  constructor(private readonly audit: InMemoryAuditLog) {
    super();
  }

  override load = async (): Promise<StoredModel> => ({ version: this.version, bundles: this.bundles });

  override async applyChange(
    change: BundleChange,
    expectedVersion: number,
    _monitor?: ProgressMonitor,
    auditLines: AuditLines = {},
  ): Promise<StoredModel> {
    if (this.conflicts-- > 0) this.version += 1;
    if (expectedVersion !== this.version) throw new ModelOutdated();
    this.version += 1;
    const { bundle } = change.kind === 'put' ? change.bundle : change;
    const others = this.bundles.filter((other) => other.bundle !== bundle);
    this.bundles = change.kind === 'put' ? [...others, { ...change.bundle, since: this.version }] : others;
    this.audit.events.push(...(auditLines.audit ?? []));
    return this.load();
  }
}

class FakeContentUsage extends ContentUsage {
  entries = 0;
  values = 0;
  incompatible = 0;
  override countEntries = async (): Promise<number> => this.entries;
  override countWithValue = async (): Promise<EntryCount> => ({ entries: this.values, isMinimum: false });
  override countIncompatible = async (): Promise<number> => this.incompatible;
}

class InMemoryAuditLog extends AuditLog {
  readonly events: AuditEvent[] = [];
  override append = async (events: readonly AuditEvent[]): Promise<void> => {
    this.events.push(...events);
  };
  override page = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
  override prune = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
}

let store: InMemoryBundleStore;
let usage: FakeContentUsage;
let audit: InMemoryAuditLog;
let models: ContentModelService;
let bundles: BundleEditor;
let fields: FieldEditor;
beforeEach(() => {
  audit = new InMemoryAuditLog();
  store = new InMemoryBundleStore(audit);
  usage = new FakeContentUsage();
  models = new ContentModelService(store);
  const trail = new AuditTrail(audit, new UuidV7Generator(), new FakeClock());
  bundles = new BundleEditor(models, usage, trail);
  fields = new FieldEditor(models, usage, trail);
});

const getFieldNames = (bundle: string): string[] | undefined =>
  models
    .current()
    .find(`node--${bundle}`)
    ?.bundle.fields.map(({ name }) => name);

describe('BundleEditor and FieldEditor', () => {
  it('repeat a change when other processes change the model at the same moment', async () => {
    store.conflicts = 3;

    await fields.add(NEWS, field('c'), { actorContext: ALICE });

    expect(getFieldNames('news')).toEqual(['a', 'b', 'c']);
  });

  it.each(['publish_on', 'unpublish_on'])(
    'refuse a new field that would hide the schedules: %s',
    async (name) => {
      const source = { pointer: '/name' };
      await expect(fields.add(NEWS, field(name), { actorContext: ALICE })).rejects.toMatchObject({ source });

      const page = { entityType: 'node', bundle: 'page', label: 'Page', fields: [field(name)] };
      await expect(bundles.create(page, { actorContext: ALICE })).rejects.toMatchObject({
        source: { pointer: '/fields/0/name' },
      });

      // Packages and backups of earlier versions have such fields, which can be changed and removed.
      await bundles.upsert(page, { actorContext: ALICE });
      const pages = { entityType: 'node', bundle: 'page' };
      await fields.change(pages, name, { label: 'Time' }, { actorContext: ALICE });
      await fields.remove(pages, name, { actorContext: ALICE });
      expect(getFieldNames('page')).toEqual([]);
    },
  );

  it('refuse a change whose expected version is outdated', async () => {
    const outdated = { actorContext: ALICE, expectedVersion: 1 };
    await bundles.change(NEWS, { label: 'Old news' }, outdated);

    await expect(bundles.change(NEWS, { label: 'X' }, outdated)).rejects.toThrow(ResourcePreconditionFailed);
    await expect(bundles.remove(NEWS, outdated)).rejects.toThrow(ResourcePreconditionFailed);
    await expect(fields.add(NEWS, field('c'), outdated)).rejects.toThrow(ResourcePreconditionFailed);
    await expect(fields.change(NEWS, 'a', { label: 'X' }, outdated)).rejects.toThrow(
      ResourcePreconditionFailed,
    );
    await expect(fields.remove(NEWS, 'a', outdated)).rejects.toThrow(ResourcePreconditionFailed);
    expect(audit.events.map(({ action }) => action)).toEqual(['bundle.changed']);
  });

  it('accept the version of a bundle after a change of another bundle', async () => {
    await bundles.create(
      { entityType: 'node', bundle: 'page', label: 'Page', fields: [] },
      { actorContext: ALICE },
    );

    await bundles.change(NEWS, { label: 'Old news' }, { actorContext: ALICE, expectedVersion: 1 });

    expect(store.version).toBe(3);
  });

  it('remove a bundle or field in use only with force, and record the number of entries', async () => {
    [usage.entries, usage.values] = [7, 3];

    await expect(bundles.remove(NEWS, { actorContext: ALICE })).rejects.toThrow(
      new BundleInUse('node--news', 7),
    );
    await expect(fields.remove(NEWS, 'a', { actorContext: ALICE })).rejects.toThrow(FieldInUse);
    await fields.remove(NEWS, 'a', { actorContext: ALICE, force: true });
    await bundles.remove(NEWS, { actorContext: ALICE, force: true });

    expect(audit.events).toMatchObject([
      {
        action: 'field.removed',
        ...ALICE,
        subject: { id: 'node--news' },
        details: { field: 'a', entries: 3 },
      },
      { action: 'bundle.removed', ...ALICE, subject: { id: 'node--news' }, details: { entries: 7 } },
    ]);
    expect(getFieldNames('news')).toBeUndefined();
  });

  it('refuse a narrowing change while values of entries would not fit, and accept a widening one', async () => {
    usage.incompatible = 1;
    await fields.change(
      NEWS,
      'a',
      { label: 'A', required: true, settings: { maxLength: 255 } },
      { actorContext: ALICE },
    );

    await expect(fields.change(NEWS, 'a', { cardinality: 2 }, { actorContext: ALICE })).rejects.toMatchObject(
      {
        code: 'field_in_use',
        meta: { entries: 1 },
      },
    );
    usage.incompatible = 0;
    await fields.change(NEWS, 'a', { cardinality: 2 }, { actorContext: ALICE });

    expect(models.current().find('node--news')?.fields.get('a')).toMatchObject({
      label: 'A',
      cardinality: 2,
    });
  });

  it('refuse a field when entries hold incompatible values of a removed field of the same name', async () => {
    usage.incompatible = 1;
    const page = { entityType: 'node', bundle: 'page', label: 'Page', fields: [field('a')] };

    await expect(fields.add(NEWS, field('c'), { actorContext: ALICE })).rejects.toThrow(FieldInUse);
    await expect(bundles.create(page, { actorContext: ALICE })).rejects.toThrow(FieldInUse);
    await expect(bundles.upsert(page, { actorContext: ALICE })).rejects.toThrow(FieldInUse);
  });

  it('refuse changes of fixed bundles with BundleNotFound', async () => {
    const users = { entityType: 'user', bundle: 'user' };

    await expect(bundles.remove(users, { actorContext: ALICE, force: true })).rejects.toThrow(BundleNotFound);
    await expect(fields.add(users, field('c'), { actorContext: ALICE })).rejects.toThrow(BundleNotFound);
  });
});

function field(name: string): Field {
  return { name, type: 'string', label: name, required: false, cardinality: 1, settings: {} };
}
