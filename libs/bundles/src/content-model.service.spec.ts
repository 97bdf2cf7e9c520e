import { type BundleChange, BundleStore, type StoredModel } from './bundle.store.js';
import { type BundleDefinition, ContentModelService } from './content-model.service.js';

const NEWS: BundleDefinition = { entityType: 'node', bundle: 'news', label: 'News', fields: [] };

class Shelf extends BundleStore {
  /** What the answers to questions from now on wait for. */
  delay = Promise.resolve();
  private stored: StoredModel = { version: 0, bundles: [] };

  override async load(): Promise<StoredModel> {
    const { stored, delay } = this;
    await delay;
    return stored;
  }

  override async applyChange(change: BundleChange, expectedVersion: number): Promise<StoredModel> {
    const version = expectedVersion + 1;
    this.stored = { version, bundles: change.kind === 'put' ? [{ ...change.bundle, since: version }] : [] };
    return this.stored;
  }
}

describe('ContentModelService.refresh', () => {
  it('does not go back to a model that was read before a change', async () => {
    const shelf = new Shelf();
    const models = new ContentModelService(shelf);
    let arrive = (): void => undefined;
    shelf.delay = new Promise((resolve) => {
      arrive = resolve;
    });
    const early = models.refresh();
    shelf.delay = Promise.resolve();

    const changed = await models.put(NEWS);
    arrive();
    await early;

    expect(models.current()).toBe(changed);
    expect(changed.version).toBe(1);
  });
});
