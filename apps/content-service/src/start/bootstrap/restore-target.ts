import { SystemClock } from '@content-service/kernel';
import type { RestoreTarget } from '@content-service/transfer/backup';
import type { Config } from '../../platform/config/config.js';
import { createFileStore } from '../../platform/files/create-file-store.js';
import { loadKeySecret } from '../../platform/files/load-key-secret.js';
import { SanitizingTextFormatter } from '../../platform/formatted-text/sanitizing-text-formatter.js';
import { Argon2PasswordHasher } from '../../platform/passwords/argon2-password-hasher.js';
import { closeAfterFailure } from './close-after-failure.js';
import { connectForRestore } from './open-storage.js';

/** Connects the database and the place of files of the configuration for a restore. @throws DatabaseUnavailable, AdapterUnusable */
export async function openRestoreTarget(config: Config): Promise<RestoreTarget> {
  const storage = await connectForRestore(config);
  try {
    const clock = new SystemClock();
    return {
      storage,
      secrets: { keySecret: loadKeySecret(config), previousKeySecret: config.previousKeySecret },
      hasher: new Argon2PasswordHasher(),
      formatter: new SanitizingTextFormatter(),
      clock,
      fileStore: config.fileStore && (await createFileStore(config.fileStore, clock)),
    };
  } catch (error) {
    await closeAfterFailure(storage);
    throw error;
  }
}
