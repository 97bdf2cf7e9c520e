import type { PasswordHasher } from '@content-service/accounts';
import { SystemClock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { FORMATTER } from '../site-package/site-package.fixture.js';
import type { RestoreTarget } from './restore-backup.js';

const HASHER: PasswordHasher = {
  hash: (password) => Promise.resolve(`hash of ${password}`),
  verify: (passwordHash, password) => Promise.resolve(passwordHash === `hash of ${password}`),
};

export function createRestoreTarget(storage: Storage): RestoreTarget {
  const secrets = { keySecret: 'k'.repeat(32), previousKeySecret: undefined };
  return { storage, secrets, hasher: HASHER, formatter: FORMATTER, clock: new SystemClock() };
}
