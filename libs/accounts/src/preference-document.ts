import { type JsonObject, updateWithOptimisticLock, type VersionCondition } from '@content-service/kernel';
import type { Preference, PreferenceStore } from './preference.store.js';

interface PreferenceDocumentOptions {
  readonly name: string;
  /** The document at the beginning of a sentence, such as `The saved views`. */
  readonly label: string;
  /** The value of an owner who has stored none. */
  readonly initial: JsonObject;
}

/** The preferences of one name, by owner. */
export class PreferenceDocument {
  constructor(
    private readonly store: PreferenceStore,
    private readonly options: PreferenceDocumentOptions,
  ) {}

  /** The version 0 stands for a document that was never stored. */
  async read(owner: string): Promise<Preference> {
    const { name, initial } = this.options;
    return (await this.store.find(owner, name)) ?? { owner, name, value: initial, version: 0 };
  }

  /**
   * @param condition the version from `If-Match` or the condition; without it any version is replaced
   * @throws ResourcePreconditionFailed, ResourceWriteContended
   */
  async replace(owner: string, value: JsonObject, condition?: VersionCondition): Promise<Preference> {
    const { after } = await updateWithOptimisticLock(
      {
        label: this.options.label,
        read: () => this.read(owner),
        store: (preference, expected) => this.store.save(preference, expected),
      },
      condition,
      (current) => ({ ...current, value }),
    );
    return after;
  }
}
