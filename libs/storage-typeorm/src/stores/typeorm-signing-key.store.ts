import type { AuditLines } from '@content-service/audit';
import { type SigningKey, SigningKeyStore } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { SIGNING_KEY } from '../entities/access.js';
import { incrementGeneration } from './generation.js';
import type { AuditedTransactions } from './audited-transactions.js';

export class TypeOrmSigningKeyStore extends SigningKeyStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override list(): Promise<SigningKey[]> {
    return this.database.read((connection) =>
      connection.repository(SIGNING_KEY).find({ order: { place: 'ASC' } }),
    );
  }

  override replace(
    keys: readonly SigningKey[],
    expectedKids: readonly string[],
    auditLines?: AuditLines,
  ): Promise<boolean> {
    return this.transactions.run(auditLines, async (connection) => {
      // Raised first: the row serializes replacements, also while there is no key to lock.
      await incrementGeneration(connection, 'keys');
      const signingKeys = connection.repository(SIGNING_KEY);
      const present = await signingKeys.find({ select: { kid: true } });
      if (
        !sameSet(
          present.map(({ kid }) => kid),
          expectedKids,
        )
      )
        return false;
      await signingKeys.deleteAll();
      await signingKeys.insert(keys.map((key, place) => ({ ...key, place })));
      return true;
    });
  }
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === a.length;
}
