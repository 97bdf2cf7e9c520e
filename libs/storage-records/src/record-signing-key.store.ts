import type { AuditLines } from '@content-service/audit';
import { type SigningKey, SigningKeyStore } from '@content-service/oauth-grants';
import type { RecordDatabase } from './record-database.js';

const KEYS = 'signing-key/';

export class RecordSigningKeyStore extends SigningKeyStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override list(): Promise<SigningKey[]> {
    return this.database.select(KEYS);
  }

  override replace(
    keys: readonly SigningKey[],
    expectedKids: readonly string[],
    auditLines?: AuditLines,
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      // Parallel replacements of an empty list have no record in common but this one.
      await transaction.lock('lock/signing-keys');
      const kids = (await transaction.list<SigningKey>(KEYS)).map(({ kid }) => kid);
      if (!sameSet(kids, expectedKids)) return false;
      for (const kid of kids) await transaction.delete(KEYS + kid);
      for (const key of keys) await transaction.put(KEYS + key.kid, key);
      transaction.increment('keys');
      return true;
    }, auditLines);
  }
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === a.length;
}
