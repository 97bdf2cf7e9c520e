import type { Uuid } from '@content-service/kernel';
import { type RefreshToken, RefreshTokenStore, type Rotation } from '@content-service/oauth-grants';
import type { RecordDatabase } from './record-database.js';
import type { RecordTransaction } from './record-transaction.js';

interface StoredToken {
  readonly token: RefreshToken;
  readonly use?: { readonly at: number; readonly successorHash: string };
}

/** Outlives its tokens, because one may still be on its way. */
interface StoredFamily {
  readonly revoked: boolean;
  /** UNIX seconds: the end of its last token; absent when it was revoked before it had one. */
  readonly expiresAt?: number | undefined;
}

const TOKENS = 'refresh-token/';
const FAMILIES = 'refresh-family/';

export class RecordRefreshTokenStore extends RefreshTokenStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override insert(token: RefreshToken): Promise<void> {
    return this.database.transaction(async (transaction) => {
      await transaction.put(TOKENS + token.tokenHash, { token });
      const family = await transaction.get<StoredFamily>(FAMILIES + token.familyId);
      await transaction.put(FAMILIES + token.familyId, {
        revoked: family?.revoked ?? false,
        expiresAt: token.expiresAt,
      });
    });
  }

  override async find(tokenHash: string): Promise<RefreshToken | undefined> {
    return (await this.database.get<StoredToken>(TOKENS + tokenHash))?.token;
  }

  override rotate(tokenHash: string, successor: RefreshToken, now: number): Promise<Rotation> {
    return this.database.transaction(async (transaction): Promise<Rotation> => {
      const stored = await transaction.get<StoredToken>(TOKENS + tokenHash);
      if (stored === undefined) return { outcome: 'unknown' };
      const { token, use } = stored;
      const family = await transaction.get<StoredFamily>(FAMILIES + token.familyId);
      if (family?.revoked === true) return { outcome: 'revoked' };
      if (use !== undefined) {
        const next = await transaction.get<StoredToken>(TOKENS + use.successorHash);
        const directPredecessor = next !== undefined && next.use === undefined;
        return { outcome: 'reused', usedAt: use.at, directPredecessor };
      }
      const used: StoredToken = { token, use: { at: now, successorHash: successor.tokenHash } };
      await transaction.put(TOKENS + tokenHash, used);
      await transaction.put(TOKENS + successor.tokenHash, { token: successor });
      const { expiresAt } = successor;
      await transaction.put(FAMILIES + token.familyId, { revoked: false, expiresAt });
      return { outcome: 'rotated' };
    });
  }

  override revokeFamily(familyId: Uuid): Promise<void> {
    return this.database.transaction((transaction) => revoke(transaction, [familyId]));
  }

  override revokeByOwner(owner: { userId?: Uuid; clientId?: string }, now: number): Promise<Uuid[]> {
    return this.database.transaction(async (transaction) => {
      const owned = await this.select(({ token }) => belongsToOwner(token, owner));
      const families = [...new Set(owned.map(({ token }) => token.familyId))];
      const live = await this.findLiveFamilies(owned, now);
      await revoke(transaction, families);
      return live;
    });
  }

  override async findLive(userId: Uuid, now: number): Promise<RefreshToken[]> {
    const owned = await this.select(({ token }) => token.userId === userId);
    const families = await this.findLiveFamilies(owned, now);
    return owned
      .filter((stored) => isUnspent(stored, now) && families.includes(stored.token.familyId))
      .map(({ token }) => token);
  }

  override async isRevoked(familyId: Uuid): Promise<boolean> {
    return (await this.database.get<StoredFamily>(FAMILIES + familyId))?.revoked ?? true;
  }

  override async prune(now: number, limit: number): Promise<number> {
    const isExpired = ({ expiresAt = now }: Pick<StoredFamily, 'expiresAt'>): boolean => expiresAt < now;
    const tokens = await this.database.deleteSelected(
      TOKENS,
      ({ token }: StoredToken) => isExpired(token),
      limit,
    );
    return tokens + (await this.database.deleteSelected(FAMILIES, isExpired, limit - tokens));
  }

  private select(isSelected: (stored: StoredToken) => boolean): Promise<StoredToken[]> {
    return this.database.select(TOKENS, isSelected);
  }

  /** The families among those of the tokens that are not revoked and have a token to be used. */
  private async findLiveFamilies(tokens: readonly StoredToken[], now: number): Promise<Uuid[]> {
    const unspent = tokens.filter((stored) => isUnspent(stored, now)).map(({ token }) => token.familyId);
    const live: Uuid[] = [];
    for (const familyId of new Set(unspent)) if (!(await this.isRevoked(familyId))) live.push(familyId);
    return live;
  }
}

async function revoke(transaction: RecordTransaction, families: readonly Uuid[]): Promise<void> {
  for (const familyId of families) {
    const family = await transaction.get<StoredFamily>(FAMILIES + familyId);
    await transaction.put(FAMILIES + familyId, { ...family, revoked: true });
  }
}

function isUnspent({ token, use }: StoredToken, now: number): boolean {
  return use === undefined && token.expiresAt >= now;
}

/** A filter without a user and a client matches no token. */
function belongsToOwner(
  token: RefreshToken,
  { userId, clientId }: { userId?: Uuid; clientId?: string },
): boolean {
  if (userId === undefined && clientId === undefined) return false;
  return (userId ?? token.userId) === token.userId && (clientId ?? token.clientId) === token.clientId;
}
