import {
  type AuthorizationCode,
  AuthorizationCodeStore,
  type CodeConsumption,
} from '@content-service/oauth-grants';
import type { Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import { raw, sql } from '../database/sql.js';

export class TypeOrmAuthorizationCodeStore extends AuthorizationCodeStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async save(code: AuthorizationCode): Promise<void> {
    await this.database.execute(
      insertStatement('authorization_code', [
        {
          code_hash: code.codeHash,
          client_id: code.clientId,
          user_id: code.userId,
          redirect_uri: code.redirectUri,
          scope: code.scope,
          requested_scope: code.requestedScope ?? null,
          code_challenge: code.codeChallenge ?? null,
          family_id: code.familyId,
          authenticated_at: code.authenticatedAt ?? null,
          expires_at: code.expiresAt,
        },
      ]),
    );
  }

  override async find(codeHash: string): Promise<AuthorizationCode | undefined> {
    const [row] = await this.database.query<CodeRow>(
      sql`SELECT * FROM authorization_code WHERE code_hash = ${codeHash}`,
    );
    return row && toCode(row);
  }

  /** Only the caller whose UPDATE matched the row has consumed the code. */
  override async consume(codeHash: string, now: number): Promise<CodeConsumption> {
    const updated = await this.database.execute(
      sql`UPDATE authorization_code SET consumed_at = ${now} WHERE code_hash = ${codeHash} AND consumed_at IS NULL`,
    );
    const code = await this.find(codeHash);
    if (code === undefined) return { outcome: 'unknown' };
    return { outcome: updated > 0 ? 'consumed' : 'replayed', code };
  }

  override async findFamilies({ userId, clientId }: { userId: Uuid; clientId: string }): Promise<Uuid[]> {
    const rows = await this.database.query<{ family_id: Uuid }>(
      sql`SELECT family_id FROM authorization_code WHERE user_id = ${userId} AND client_id = ${clientId}`,
    );
    return rows.map(({ family_id }) => family_id);
  }

  override prune(now: number, limit: number): Promise<number> {
    const isExpired = sql`expires_at < ${now}`;
    return this.database.deleteFirst(
      'authorization_code',
      ['code_hash'],
      isExpired,
      raw('expires_at'),
      limit,
    );
  }
}

interface CodeRow {
  readonly code_hash: string;
  readonly client_id: string;
  readonly user_id: string;
  readonly redirect_uri: string;
  readonly scope: string;
  readonly requested_scope: string | null;
  readonly code_challenge: string | null;
  readonly family_id: string;
  readonly authenticated_at: number | null;
  readonly expires_at: number;
}

function toCode(row: CodeRow): AuthorizationCode {
  return {
    codeHash: row.code_hash,
    clientId: row.client_id,
    userId: row.user_id,
    redirectUri: row.redirect_uri,
    scope: row.scope,
    ...(row.requested_scope === null ? {} : { requestedScope: row.requested_scope }),
    ...(row.code_challenge === null ? {} : { codeChallenge: row.code_challenge }),
    familyId: row.family_id,
    ...(row.authenticated_at === null ? {} : { authenticatedAt: row.authenticated_at }),
    expiresAt: row.expires_at,
  };
}
