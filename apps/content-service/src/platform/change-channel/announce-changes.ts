import type { CacheScope, Storage } from '@content-service/storage';
import type { ChangeChannel } from './change-channel.js';

type Method = (...args: unknown[]) => Promise<unknown>;

/** The methods that change what other processes keep in memory, by the store and the area of the change. */
const WRITES = [
  ['bundles', 'model', ['applyChange']],
  ['siteSettings', 'settings', ['save']],
  ['clients', 'clients', ['insert', 'update', 'delete']],
  ['revocations', 'revocations', ['append']],
  ['signingKeys', 'keys', ['replace']],
] as const satisfies readonly (readonly [keyof Storage, CacheScope, readonly string[]])[];

/**
 * Makes a storage announce its changes after they are stored, also those that a command makes, and close the channel when
 * it is closed.
 */
export function announceChanges(storage: Storage, channel: Pick<ChangeChannel, 'announce' | 'close'>): void {
  for (const [name, scope, methods] of WRITES) {
    const store = storage[name] as unknown as Record<string, Method>;
    for (const method of methods) {
      const write = store[method]?.bind(store);
      if (write === undefined) throw new Error(`The store ${name} has no method ${method}.`);
      store[method] = async (...args) => {
        const result = await write(...args);
        channel.announce(scope);
        return result;
      };
    }
  }
  const close = storage.close.bind(storage);
  storage.close = async () => {
    await channel.close();
    await close();
  };
}
