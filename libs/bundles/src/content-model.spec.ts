import { type BundleChange, type BundleDefinition, BundleStore, type StoredModel } from './bundle.store.js';
import { ContentModelService, getAbsentValue } from './content-model.js';
import { defineField } from './field.js';

const NEWS: BundleDefinition = { entityType: 'node', bundle: 'news', label: 'News', fields: [] };

class InMemoryBundleStore extends BundleStore {
  /** Delays the result of each later load. */
  delay = Promise.resolve();
  /** Runs before the result of a change is returned. */
  beforeResult = (): Promise<unknown> => Promise.resolve();
  private stored: StoredModel = { version: 0, bundles: [] };

  override async load(): Promise<StoredModel> {
    const { stored, delay } = this;
    await delay;
    return stored;
  }

  override async applyChange(change: BundleChange, expectedVersion: number): Promise<StoredModel> {
    const version = expectedVersion + 1;
    const stored = { version, bundles: change.kind === 'put' ? [{ ...change.bundle, since: version }] : [] };
    this.stored = stored;
    await this.beforeResult();
    return stored;
  }
}

describe('ContentModelService.refresh', () => {
  it('ignores a model that was read before a change', async () => {
    const store = new InMemoryBundleStore();
    const models = new ContentModelService(store);
    let resolveLoad = (): void => undefined;
    store.delay = new Promise((resolve) => {
      resolveLoad = resolve;
    });
    const early = models.refresh();
    store.delay = Promise.resolve();

    const changed = await models.put(NEWS);
    resolveLoad();
    await early;

    expect(models.current()).toBe(changed);
    expect(changed.version).toBe(1);
  });
});

describe('ContentModelService.change', () => {
  it('returns the model right after the change, also when a later one is cached by then', async () => {
    const store = new InMemoryBundleStore();
    const models = new ContentModelService(store);
    store.beforeResult = async () => {
      store.beforeResult = () => Promise.resolve();
      await store.applyChange({ kind: 'remove', entityType: 'node', bundle: 'news' }, 1);
      await models.refresh();
    };

    const changed = await models.put(NEWS);

    expect(changed.find('node--news')?.bundle.label).toBe('News');
    expect(models.current().version).toBe(2);
  });
});

describe('getAbsentValue', () => {
  it('returns null for a single value, an empty list for several values and the default of the field type', () => {
    expect(getAbsentValue(defineField('field_x', 'integer'))).toBeNull();
    expect(getAbsentValue(defineField('field_x', 'integer', { cardinality: -1 }))).toEqual([]);
    expect(getAbsentValue(defineField('path', 'path'))).toEqual({ alias: null, langcode: 'en' });
  });
});
