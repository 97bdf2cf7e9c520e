import type { BundleChange, BundleStore, StoredModel } from './bundle.store.js';
import { ModelOutdated } from './bundle.errors.js';
import { checkBundle } from './check-bundle.js';
import { type Bundle, ContentModel } from './content-model.js';

/** The bundles of a change as somebody wants them. */
export type BundleDefinition = Omit<Bundle, 'since'>;

/** The content model of this process. What administrators do to it goes through `BundleEditor` and `FieldEditor`. */
export class ContentModelService {
  private model = new ContentModel(0, []);

  constructor(private readonly store: BundleStore) {}

  /** The model as this process knows it; changes of other processes arrive by `refresh`. */
  current(): ContentModel {
    return this.model;
  }

  /** Loads the model from the store. */
  async refresh(): Promise<ContentModel> {
    this.adopt(await this.store.load());
    return this.model;
  }

  /**
   * Creates a bundle or replaces its definition, whatever becomes of values that entries hold: for sites that have none
   * yet. Served at once by this process.
   *
   * @throws InvalidDefinition (as `Problems` when there are several)
   */
  async put(definition: BundleDefinition): Promise<ContentModel> {
    checkBundle(definition);
    return this.change(() => ({ kind: 'put', bundle: definition }));
  }

  /**
   * Makes a change that follows from the model as it is. Another process may change the model at the same moment: then
   * the change is worked out once more, from what that one left.
   *
   * @returns the model right after the change
   */
  async change(decide: (model: ContentModel) => BundleChange | Promise<BundleChange>): Promise<ContentModel> {
    for (let tries = 0; ; tries += 1) {
      const model = await this.refresh();
      const change = await decide(model);
      try {
        return this.adopt(await this.store.applyChange(change, model.version));
      } catch (error) {
        if (!(error instanceof ModelOutdated) || tries === 5) throw error;
      }
    }
  }

  /** Versions only rise; an older one was read before a change that this process knows already. */
  private adopt({ version, bundles }: StoredModel): ContentModel {
    if (version === this.model.version) return this.model;
    const model = new ContentModel(version, bundles);
    if (version > this.model.version) this.model = model;
    return model;
  }
}
