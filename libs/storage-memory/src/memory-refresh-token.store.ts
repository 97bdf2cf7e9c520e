import type { Uuid } from '@content-service/kernel';
import { type RefreshToken, RefreshTokenStore, type Rotation } from '@content-service/oauth-grants';
import { atomic } from './atomic.js';
import { deleteSelected } from './delete-selected.js';

/** How a token was used up: when, and for which successor. */
interface Use {
  readonly at: number;
  readonly successorHash: string;
}

export class MemoryRefreshTokenStore extends RefreshTokenStore {
  private readonly tokens = new Map<string, RefreshToken>();
  private readonly uses = new Map<string, Use>();
  /** Outlives its tokens, because one may still be on its way. */
  private readonly revokedFamilies = new Set<Uuid>();

  override insert(token: RefreshToken): Promise<void> {
    return atomic(() => {
      this.tokens.set(token.tokenHash, token);
    });
  }

  override find(tokenHash: string): Promise<RefreshToken | undefined> {
    return atomic(() => this.tokens.get(tokenHash));
  }

  override rotate(tokenHash: string, successor: RefreshToken, now: number): Promise<Rotation> {
    return atomic(() => {
      const token = this.tokens.get(tokenHash);
      if (token === undefined) return { outcome: 'unknown' };
      if (this.revokedFamilies.has(token.familyId)) return { outcome: 'revoked' };
      const use = this.uses.get(tokenHash);
      if (use !== undefined)
        return {
          outcome: 'reused',
          usedAt: use.at,
          directPredecessor: this.isUnused(use.successorHash),
        };
      this.uses.set(tokenHash, { at: now, successorHash: successor.tokenHash });
      this.tokens.set(successor.tokenHash, successor);
      return { outcome: 'rotated' };
    });
  }

  override revokeFamily(familyId: Uuid): Promise<void> {
    return atomic(() => {
      this.revokedFamilies.add(familyId);
    });
  }

  override revokeByOwner(owner: { userId?: Uuid; clientId?: string }, now: number): Promise<Uuid[]> {
    return atomic(() => {
      const owned = [...this.tokens.values()].filter((token) => belongsToOwner(token, owner));
      const live = owned.filter((token) => this.isLive(token, now)).map(({ familyId }) => familyId);
      for (const { familyId } of owned) this.revokedFamilies.add(familyId);
      return [...new Set(live)];
    });
  }

  override findLive(userId: Uuid, now: number): Promise<RefreshToken[]> {
    return atomic(() =>
      [...this.tokens.values()].filter((token) => token.userId === userId && this.isLive(token, now)),
    );
  }

  override isRevoked(familyId: Uuid): Promise<boolean> {
    return atomic(
      () =>
        this.revokedFamilies.has(familyId) ||
        ![...this.tokens.values()].some((token) => token.familyId === familyId),
    );
  }

  override prune(now: number, limit: number): Promise<number> {
    return atomic(() => {
      const deleted = deleteSelected(this.tokens, ({ expiresAt }) => expiresAt < now, limit);
      for (const tokenHash of this.uses.keys()) if (!this.tokens.has(tokenHash)) this.uses.delete(tokenHash);
      return deleted;
    });
  }

  private isUnused(tokenHash: string): boolean {
    return this.tokens.has(tokenHash) && !this.uses.has(tokenHash);
  }

  private isLive({ tokenHash, familyId, expiresAt }: RefreshToken, now: number): boolean {
    return !this.uses.has(tokenHash) && !this.revokedFamilies.has(familyId) && expiresAt >= now;
  }
}

/** A filter without a user and a client matches no token. */
export function belongsToOwner(
  token: RefreshToken,
  { userId, clientId }: { userId?: Uuid; clientId?: string },
): boolean {
  if (userId === undefined && clientId === undefined) return false;
  return (userId ?? token.userId) === token.userId && (clientId ?? token.clientId) === token.clientId;
}
