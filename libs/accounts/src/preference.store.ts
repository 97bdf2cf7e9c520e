import type { JsonObject } from '@content-service/kernel';

/** A document of settings that a person or a client makes for itself, such as saved views of lists. */
export interface Preference {
  /** The id of a user, or of a client that acts for itself. */
  readonly owner: string;
  /** At most 64 characters. */
  readonly name: string;
  readonly value: JsonObject;
  /** Starts at 1 and rises by one with every change. */
  readonly version: number;
}

/** Stores preferences by owner and name. Every method is one atomic operation. */
export abstract class PreferenceStore {
  abstract find(owner: string, name: string): Promise<Preference | undefined>;

  /**
   * Inserts or replaces a preference.
   *
   * @param expectedVersion 0 when there must be none
   * @returns false when another version is stored; of parallel calls from one version exactly one returns true
   */
  abstract save(preference: Preference, expectedVersion: number): Promise<boolean>;

  abstract deleteByOwner(owner: string): Promise<void>;
}
