import type { Uuid } from '@content-service/kernel';
import { type RefreshToken, RefreshTokenStore, type Rotation } from '@content-service/oauth-grants';
import { insertStatement } from '../database/insert.js';
import {
  type DbConnection,
  all,
  queryInBatches,
  raw,
  type Sql,
  sql,
  toParameterList,
} from '../database/sql.js';
import type { Database } from '../database/database.js';

/** How long a family without any token is remembered as revoked: a refresh token's lifetime (14 days). */
const USED_TOKEN_RETENTION_SECONDS = 1_209_600;

/** Tokens are revoked by their family, so one UPDATE revokes a token together with all its successors. */
export class TypeOrmRefreshTokenStore extends RefreshTokenStore {
  constructor(private readonly database: Database) {
    super();
  }

  override insert(token: RefreshToken): Promise<void> {
    return this.database.transaction((connection) => this.store(connection, token));
  }

  override async find(tokenHash: string): Promise<RefreshToken | undefined> {
    const [row] = await this.database.query<RefreshTokenRow>(
      sql`SELECT * FROM refresh_token WHERE token_hash = ${tokenHash}`,
    );
    return row && toRefreshToken(row);
  }

  /** Only the caller whose UPDATE matched the row stores its successor. */
  override rotate(tokenHash: string, successor: RefreshToken, now: number): Promise<Rotation> {
    return this.database.transaction(async (connection) => {
      const updated = await connection.execute(
        sql`UPDATE refresh_token SET used_at = ${now}, successor_hash = ${successor.tokenHash}
            WHERE token_hash = ${tokenHash} AND used_at IS NULL AND NOT EXISTS (
              SELECT 1 FROM refresh_family f WHERE f.family_id = refresh_token.family_id AND f.revoked_at IS NOT NULL)`,
      );
      if (updated === 0) return findRotationFailure(connection, tokenHash);
      await this.store(connection, successor);
      return { outcome: 'rotated' };
    });
  }

  override async revokeFamily(familyId: Uuid, now: number): Promise<void> {
    const family = { family_id: familyId, revoked_at: now, forget_at: now + USED_TOKEN_RETENTION_SECONDS };
    await this.database.execute(
      this.database.dialect.upsert('refresh_family', ['family_id'], family, ['revoked_at']),
    );
  }

  override revokeByOwner(owner: { userId?: Uuid; clientId?: string }, now: number): Promise<Uuid[]> {
    const conditions = ownerCondition(owner);
    if (conditions.length === 0) return Promise.resolve([]);
    return this.database.transaction(async (connection) => {
      const unrevoked = sql`refresh_family WHERE revoked_at IS NULL AND ${all(conditions)}`;
      const families = await connection.query<{ family_id: Uuid }>(
        sql`SELECT family_id FROM ${unrevoked} ${this.database.dialect.forUpdate}`,
      );
      const ids = families.map(({ family_id }) => family_id);
      return queryInBatches(ids, async (part) => {
        await connection.execute(
          sql`UPDATE refresh_family SET revoked_at = ${now} WHERE family_id IN ${toParameterList(part)}`,
        );
        return findFamiliesWithLiveTokens(connection, part, now);
      });
    });
  }

  override async findLive(userId: Uuid, now: number): Promise<RefreshToken[]> {
    const rows = await this.database.query<RefreshTokenRow>(
      sql`SELECT t.* FROM refresh_family f JOIN refresh_token t ON t.family_id = f.family_id
          WHERE f.user_id = ${userId} AND f.revoked_at IS NULL AND t.used_at IS NULL AND t.expires_at >= ${now}`,
    );
    return rows.map(toRefreshToken);
  }

  override async isRevoked(familyId: Uuid): Promise<boolean> {
    const alive = await this.database.query(
      sql`SELECT 1 FROM refresh_family f WHERE f.family_id = ${familyId} AND f.revoked_at IS NULL
          AND EXISTS (SELECT 1 FROM refresh_token t WHERE t.family_id = f.family_id)`,
    );
    return alive.length === 0;
  }

  override async prune(now: number, limit: number): Promise<number> {
    const [isExpired, isForgotten] = [sql`expires_at < ${now}`, sql`forget_at < ${now}`];
    const { database } = this;
    const tokens = await database.deleteFirst(
      'refresh_token',
      ['token_hash'],
      isExpired,
      raw('expires_at'),
      limit,
    );
    if (tokens === limit) return tokens;
    const rest = limit - tokens;
    return (
      tokens +
      (await database.deleteFirst('refresh_family', ['family_id'], isForgotten, raw('forget_at'), rest))
    );
  }

  /** A family that was revoked before stays revoked. */
  private async store(connection: DbConnection, token: RefreshToken): Promise<void> {
    const { familyId, clientId, userId, expiresAt } = token;
    const family = { family_id: familyId, client_id: clientId, user_id: userId, forget_at: expiresAt };
    await connection.execute(
      this.database.dialect.upsert('refresh_family', ['family_id'], family, [
        'client_id',
        'user_id',
        'forget_at',
      ]),
    );
    await connection.execute(insertStatement('refresh_token', [toRefreshTokenRow(token)]));
  }
}

/** One condition for each given owner; an empty list when neither is given. */
function ownerCondition({ userId, clientId }: { userId?: Uuid; clientId?: string }): Sql[] {
  return [
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
  ];
}

async function findFamiliesWithLiveTokens(
  connection: DbConnection,
  familyIds: readonly Uuid[],
  now: number,
): Promise<Uuid[]> {
  const rows = await connection.query<{ family_id: Uuid }>(
    sql`SELECT DISTINCT family_id FROM refresh_token
        WHERE family_id IN ${toParameterList(familyIds)} AND used_at IS NULL AND expires_at >= ${now}`,
  );
  return rows.map(({ family_id }) => family_id);
}

async function findRotationFailure(connection: DbConnection, tokenHash: string): Promise<Rotation> {
  const [token] = await connection.query<{
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

interface RefreshTokenRow {
  readonly token_hash: string;
  readonly family_id: string;
  readonly client_id: string;
  readonly user_id: string;
  readonly scope: string;
  readonly authenticated_at: number | null;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly family_started_at: number;
}

function toRefreshTokenRow(token: RefreshToken): Record<keyof RefreshTokenRow, string | number | null> {
  return {
    token_hash: token.tokenHash,
    family_id: token.familyId,
    client_id: token.clientId,
    user_id: token.userId,
    scope: token.scope,
    authenticated_at: token.authenticatedAt ?? null,
    issued_at: token.issuedAt,
    expires_at: token.expiresAt,
    family_started_at: token.familyStartedAt,
  };
}

function toRefreshToken(row: RefreshTokenRow): RefreshToken {
  return {
    tokenHash: row.token_hash,
    familyId: row.family_id,
    clientId: row.client_id,
    userId: row.user_id,
    scope: row.scope,
    ...(row.authenticated_at === null ? {} : { authenticatedAt: row.authenticated_at }),
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    familyStartedAt: row.family_started_at,
  };
}
