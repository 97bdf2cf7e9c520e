import type { AuditLines } from '@content-service/audit';
import { type Revocation, RevocationLog } from '@content-service/oauth-grants';
import type { RecordDatabase } from './record-database.js';

/** By all members, so that a revocation that is repeated is stored once. */
const REVOCATIONS = 'revocation/';

export class RecordRevocationLog extends RevocationLog {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override append(revocations: readonly Revocation[], auditLines?: AuditLines): Promise<void> {
    return this.database.transaction(async (transaction) => {
      for (const revocation of revocations) await transaction.put(toKey(revocation), revocation);
      transaction.increment('revocations');
    }, auditLines);
  }

  override findActive(now: number): Promise<Revocation[]> {
    return this.database.select<Revocation>(REVOCATIONS, ({ until }) => until > now);
  }

  override prune(now: number, limit: number): Promise<number> {
    return this.database.deleteSelected(REVOCATIONS, ({ until }: Revocation) => until <= now, limit);
  }
}

function toKey({ subject, id, notBefore, until }: Revocation): string {
  return `${REVOCATIONS}${subject} ${notBefore} ${until} ${id}`;
}
