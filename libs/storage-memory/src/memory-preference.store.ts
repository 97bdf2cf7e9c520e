import { type Preference, PreferenceStore } from '@content-service/accounts';
import { atomic } from './atomic.js';

export class MemoryPreferenceStore extends PreferenceStore {
  constructor(private readonly preferences = new Map<string, Preference>()) {
    super();
  }

  override find(owner: string, name: string): Promise<Preference | undefined> {
    return atomic(() => this.preferences.get(toPreferenceKey(owner, name)));
  }

  override save(preference: Preference, expectedVersion: number): Promise<boolean> {
    return atomic(() => {
      const key = toPreferenceKey(preference.owner, preference.name);
      if ((this.preferences.get(key)?.version ?? 0) !== expectedVersion) return false;
      this.preferences.set(key, preference);
      return true;
    });
  }

  override deleteByOwner(owner: string): Promise<void> {
    return atomic(() => {
      for (const [key, preference] of [...this.preferences])
        if (preference.owner === owner) this.preferences.delete(key);
    });
  }
}

/** `<owner> <name>`. */
export function toPreferenceKey(owner: string, name: string): string {
  return `${owner} ${name}`;
}
