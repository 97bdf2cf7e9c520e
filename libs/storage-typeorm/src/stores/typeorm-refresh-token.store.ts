import type { Uuid } from '@content-service/kernel';
import { type RefreshToken, RefreshTokenStore, type Rotation } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import type { Session } from '../database/session.js';
import { all, type Sql, sql } from '../database/sql.js';
import { inLists, insert, list } from '../database/statements.js';
import { type RefreshTokenRow, toRefreshToken, toRefreshTokenRow } from './refresh-token-row.js';

/** How long a family without any token is remembered as revoked: a refresh token's lifetime (14 days). */
const MEMORY_SECONDS = 1_209_600;

/** Whether a token is revoked is told by its family alone, so one UPDATE kills it together with all its successors. */
export class TypeOrmRefreshTokenStore extends RefreshTokenStore {
  constructor(private readonly database: Database) {
    super();
  }

  override insert(token: RefreshToken): Promise<void> {
    return this.database.transaction((session) => this.store(session, token));
  }

  override async find(tokenHash: string): Promise<RefreshToken | undefined> {
    const [row] = await this.database.rows<RefreshTokenRow>(
      sql`SELECT * FROM refresh_token WHERE token_hash = ${tokenHash}`,
    );
    return row && toRefreshToken(row);
  }

  /** The one whose UPDATE changes the row may have a successor. */
  override rotate(tokenHash: string, successor: RefreshToken, now: number): Promise<Rotation> {
    return this.database.transaction(async (session) => {
      const won = await session.run(
        sql`UPDATE refresh_token SET used_at = ${now}, successor_hash = ${successor.tokenHash}
            WHERE token_hash = ${tokenHash} AND used_at IS NULL AND NOT EXISTS (
              SELECT 1 FROM refresh_family f WHERE f.family_id = refresh_token.family_id AND f.revoked_at IS NOT NULL)`,
      );
      if (won === 0) return reasonAgainst(session, tokenHash);
      await this.store(session, successor);
      return { outcome: 'rotated' };
    });
  }

  override async revokeFamily(familyId: Uuid, now: number): Promise<void> {
    const family = { family_id: familyId, revoked_at: now, forget_at: now + MEMORY_SECONDS };
    await this.database.run(
      this.database.dialect.upsert('refresh_family', ['family_id'], family, ['revoked_at']),
    );
  }

  override revokeBy(owner: { userId?: Uuid; clientId?: string }, now: number): Promise<Uuid[]> {
    const conditions = ownedBy(owner);
    if (conditions.length === 0) return Promise.resolve([]);
    return this.database.transaction(async (session) => {
      const unrevoked = sql`refresh_family WHERE revoked_at IS NULL AND ${all(conditions)}`;
      const families = await session.rows<{ family_id: Uuid }>(
        sql`SELECT family_id FROM ${unrevoked} ${this.database.dialect.forUpdate}`,
      );
      const ids = families.map(({ family_id }) => family_id);
      return inLists(ids, async (part) => {
        await session.run(
          sql`UPDATE refresh_family SET revoked_at = ${now} WHERE family_id IN ${list(part)}`,
        );
        return withLiveTokens(session, part, now);
      });
    });
  }

  override async isRevoked(familyId: Uuid): Promise<boolean> {
    const alive = await this.database.rows(
      sql`SELECT 1 FROM refresh_family f WHERE f.family_id = ${familyId} AND f.revoked_at IS NULL
          AND EXISTS (SELECT 1 FROM refresh_token t WHERE t.family_id = f.family_id)`,
    );
    return alive.length === 0;
  }

  override async prune(now: number): Promise<void> {
    await this.database.run(sql`DELETE FROM refresh_token WHERE expires_at < ${now}`);
    await this.database.run(sql`DELETE FROM refresh_family WHERE forget_at < ${now}`);
  }

  /** A family that was revoked before stays so. */
  private async store(session: Session, token: RefreshToken): Promise<void> {
    const { familyId, clientId, userId, expiresAt } = token;
    const family = { family_id: familyId, client_id: clientId, user_id: userId, forget_at: expiresAt };
    await session.run(
      this.database.dialect.upsert('refresh_family', ['family_id'], family, [
        'client_id',
        'user_id',
        'forget_at',
      ]),
    );
    await session.run(insert('refresh_token', [toRefreshTokenRow(token)]));
  }
}

/** Nobody named owns nothing. */
function ownedBy({ userId, clientId }: { userId?: Uuid; clientId?: string }): Sql[] {
  return [
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
  ];
}

async function withLiveTokens(session: Session, familyIds: readonly Uuid[], now: number): Promise<Uuid[]> {
  const rows = await session.rows<{ family_id: Uuid }>(
    sql`SELECT DISTINCT family_id FROM refresh_token
        WHERE family_id IN ${list(familyIds)} AND used_at IS NULL AND expires_at >= ${now}`,
  );
  return rows.map(({ family_id }) => family_id);
}

async function reasonAgainst(session: Session, tokenHash: string): Promise<Rotation> {
  const [token] = await session.rows<{
    used_at: number | null;
    revoked_at: number | null;
    successor: string | null;
  }>(
    sql`SELECT t.used_at, f.revoked_at, s.token_hash AS successor FROM refresh_token t
        LEFT JOIN refresh_family f ON f.family_id = t.family_id
        LEFT JOIN refresh_token s ON s.token_hash = t.successor_hash AND s.used_at IS NULL
        WHERE t.token_hash = ${tokenHash}`,
  );
  if (token === undefined) return { outcome: 'unknown' };
  if (token.revoked_at !== null || token.used_at === null) return { outcome: 'revoked' };
  return { outcome: 'reused', usedAt: token.used_at, directPredecessor: token.successor !== null };
}
