import { type AuditEvent, AuditLog, AuditTrail, type Origin } from '@content-service/audit';
import { Outdated, TurnedClock, UuidV7Generator } from '@content-service/kernel';
import { BundleEditor } from './bundle-editor.js';
import { BundleInUse, BundleUnknown, FieldInUse, ModelOutdated } from './bundle.errors.js';
import { type BundleChange, BundleStore, type StoredModel } from './bundle.store.js';
import { ContentModelService } from './content-model.service.js';
import type { Bundle } from './content-model.js';
import { ContentUse } from './content-use.js';
import { FieldEditor } from './field-editor.js';
import type { Field } from './field.js';

const ALICE: Origin = { who: { kind: 'user', userId: 'alice' }, from: '192.0.2.1' };
const NEWS = { entityType: 'node', bundle: 'news' };

class Shelf extends BundleStore {
  version = 1;
  bundles: readonly Bundle[] = [{ ...NEWS, label: 'News', fields: [field('a'), field('b')], since: 1 }];
  /** Another process, which changes the model before a change as often as this says. */
  interruptions = 0;

  override load = async (): Promise<StoredModel> => ({ version: this.version, bundles: this.bundles });

  override async applyChange(change: BundleChange, expectedVersion: number): Promise<StoredModel> {
    if (this.interruptions-- > 0) this.version += 1;
    if (expectedVersion !== this.version) throw new ModelOutdated();
    this.version += 1;
    const { bundle } = change.kind === 'put' ? change.bundle : change;
    const others = this.bundles.filter((other) => other.bundle !== bundle);
    this.bundles = change.kind === 'put' ? [...others, { ...change.bundle, since: this.version }] : others;
    return this.load();
  }
}

class Use extends ContentUse {
  entries = 0;
  values = 0;
  misfits = 0;
  override entriesOf = async (): Promise<number> => this.entries;
  override entriesWithValue = async (): Promise<number> => this.values;
  override entriesWithMisfit = async (): Promise<number> => this.misfits;
}

class AuditShelf extends AuditLog {
  readonly events: AuditEvent[] = [];
  override append = async (events: readonly AuditEvent[]): Promise<void> => {
    this.events.push(...events);
  };
  override page = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
  override prune = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
}

let shelf: Shelf;
let use: Use;
let audit: AuditShelf;
let models: ContentModelService;
let bundles: BundleEditor;
let fields: FieldEditor;
beforeEach(() => {
  shelf = new Shelf();
  use = new Use();
  audit = new AuditShelf();
  models = new ContentModelService(shelf);
  const trail = new AuditTrail(audit, new UuidV7Generator(), new TurnedClock());
  bundles = new BundleEditor(models, use, trail);
  fields = new FieldEditor(models, use, trail);
});

const namesIn = (bundle: string): string[] | undefined =>
  models
    .current()
    .find(`node--${bundle}`)
    ?.bundle.fields.map(({ name }) => name);

describe('an administrator of bundles', () => {
  it('is in time when other processes change the model at the same moment', async () => {
    shelf.interruptions = 3;

    await fields.add(NEWS, field('c'), { by: ALICE });

    expect(namesIn('news')).toEqual(['a', 'b', 'c']);
  });

  it('changes no other version of a bundle than the one that was seen', async () => {
    const seen = { by: ALICE, expectedVersion: 1 };
    await bundles.change(NEWS, { label: 'Old news' }, seen);

    await expect(bundles.change(NEWS, { label: 'X' }, seen)).rejects.toThrow(Outdated);
    await expect(bundles.remove(NEWS, seen)).rejects.toThrow(Outdated);
    await expect(fields.add(NEWS, field('c'), seen)).rejects.toThrow(Outdated);
    await expect(fields.change(NEWS, 'a', { label: 'X' }, seen)).rejects.toThrow(Outdated);
    await expect(fields.remove(NEWS, 'a', seen)).rejects.toThrow(Outdated);
    expect(audit.events.map(({ action }) => action)).toEqual(['bundle.changed']);
  });

  it('a change of another bundle makes no version of this one old', async () => {
    await bundles.create({ entityType: 'node', bundle: 'page', label: 'Page', fields: [] }, { by: ALICE });

    await bundles.change(NEWS, { label: 'Old news' }, { by: ALICE, expectedVersion: 1 });

    expect(shelf.version).toBe(3);
  });

  it('removes what entries need only by force, and the log tells how many', async () => {
    [use.entries, use.values] = [7, 3];

    await expect(bundles.remove(NEWS, { by: ALICE })).rejects.toThrow(new BundleInUse('node--news', 7));
    await expect(fields.remove(NEWS, 'a', { by: ALICE })).rejects.toThrow(FieldInUse);
    await fields.remove(NEWS, 'a', { by: ALICE, force: true });
    await bundles.remove(NEWS, { by: ALICE, force: true });

    expect(audit.events).toMatchObject([
      {
        action: 'field.removed',
        ...ALICE,
        subject: { id: 'node--news' },
        details: { field: 'a', entries: 3 },
      },
      { action: 'bundle.removed', ...ALICE, subject: { id: 'node--news' }, details: { entries: 7 } },
    ]);
    expect(namesIn('news')).toBeUndefined();
  });

  it('changes what might not fit only while there are no values', async () => {
    use.values = 1;
    await fields.change(
      NEWS,
      'a',
      { label: 'A', required: true, settings: { maxLength: 255 } },
      { by: ALICE },
    );

    await expect(fields.change(NEWS, 'a', { cardinality: 2 }, { by: ALICE })).rejects.toMatchObject({
      code: 'field_in_use',
      meta: { entries: 1 },
    });
    use.values = 0;
    await fields.change(NEWS, 'a', { cardinality: 2 }, { by: ALICE });

    expect(models.current().find('node--news')?.fields.get('a')).toMatchObject({
      label: 'A',
      cardinality: 2,
    });
  });

  it('adds no field that would show what another one of its name has left', async () => {
    use.misfits = 1;
    const page = { entityType: 'node', bundle: 'page', label: 'Page', fields: [field('a')] };

    await expect(fields.add(NEWS, field('c'), { by: ALICE })).rejects.toThrow(FieldInUse);
    await expect(bundles.create(page, { by: ALICE })).rejects.toThrow(FieldInUse);
    await expect(bundles.bring(page, { by: ALICE })).rejects.toThrow(FieldInUse);
  });

  it('does nothing to bundles that are part of the service', async () => {
    const users = { entityType: 'user', bundle: 'user' };

    await expect(bundles.remove(users, { by: ALICE, force: true })).rejects.toThrow(BundleUnknown);
    await expect(fields.add(users, field('c'), { by: ALICE })).rejects.toThrow(BundleUnknown);
  });
});

function field(name: string): Field {
  return { name, type: 'string', label: name, required: false, cardinality: 1, settings: {} };
}
