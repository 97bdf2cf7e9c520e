import { type BundleChange, BundleStore, type StoredModel } from './bundle.store.js';
import { type BundleDefinition, ContentModelService } from './content-model.service.js';

const NEWS: BundleDefinition = { entityType: 'node', bundle: 'news', label: 'News', fields: [] };

class Shelf extends BundleStore {
  /** What the answers to questions from now on wait for. */
  delay = Promise.resolve();
  /** What others do before the answer to a change arrives. */
  meanwhile = (): Promise<unknown> => Promise.resolve();
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
    await this.meanwhile();
    return stored;
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

describe('ContentModelService.change', () => {
  it('answers with the model that it made, also when this process knows of a later one by then', async () => {
    const shelf = new Shelf();
    const models = new ContentModelService(shelf);
    shelf.meanwhile = async () => {
      shelf.meanwhile = () => Promise.resolve();
      await shelf.applyChange({ kind: 'remove', entityType: 'node', bundle: 'news' }, 1);
      await models.refresh();
    };

    const changed = await models.put(NEWS);

    expect(changed.find('node--news')?.bundle.label).toBe('News');
    expect(models.current().version).toBe(2);
  });
});
