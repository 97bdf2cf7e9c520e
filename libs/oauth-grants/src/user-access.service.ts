import type { SessionService, UserSession } from '@content-service/accounts';
import type { AuditContext } from '@content-service/audit';
import type { Clock, Uuid } from '@content-service/kernel';
import type { ClientRegistry } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { ConsentService } from './consent.service.js';
import type { FirstPartyTokenService } from './first-party-token.service.js';
import type { AuthorizationCodeStore, RefreshTokenStore } from './grant.store.js';
import type { TokenFamilyService } from './token-family.service.js';

/** What a user granted to an API client: a remembered consent, live refresh tokens, or both. */
export interface UserGrantOverview {
  readonly clientId: string;
  /** The client's label; absent when the client was deleted meanwhile. */
  readonly label?: string;
  readonly scopes: ScopeSet;
  /** UNIX seconds. */
  readonly grantedAt: number;
}

/** Lists and ends the browser sessions of a user and the grants to API clients. */
export class UserAccessService {
  constructor(
    private readonly sessions: SessionService,
    private readonly firstPartyTokens: FirstPartyTokenService,
    private readonly consents: ConsentService,
    private readonly families: TokenFamilyService,
    private readonly refreshTokens: RefreshTokenStore,
    private readonly codes: AuthorizationCodeStore,
    private readonly clients: Pick<ClientRegistry, 'find'>,
    private readonly clock: Clock,
  ) {}

  /** Sessions that are not over, the latest first. */
  listSessions(userId: Uuid): Promise<readonly UserSession[]> {
    return this.sessions.list(userId);
  }

  /**
   * Ends a session of the user and the tokens that were issued in it.
   *
   * @param idHash as `listSessions` gave it
   * @returns whether the user had such a session
   */
  async endSession(userId: Uuid, idHash: string, actorContext: AuditContext): Promise<boolean> {
    const isEnded = await this.sessions.endForUser(userId, idHash, actorContext);
    if (isEnded) await this.firstPartyTokens.revokeForSession({ userId, idHash });
    return isEnded;
  }

  /**
   * Ends the sessions of the user and the tokens that were issued in them.
   *
   * @param exceptHash a session that stays, such as the one in which this was requested
   */
  async endAllSessions(userId: Uuid, actorContext: AuditContext, exceptHash?: string): Promise<void> {
    const ended: { userId: Uuid; idHash: string }[] = [];
    try {
      for (const { idHash } of await this.sessions.list(userId)) {
        if (idHash === exceptHash) continue;
        if (await this.sessions.endForUser(userId, idHash, actorContext)) ended.push({ userId, idHash });
      }
    } finally {
      // Together: each revocation loads those of other processes first.
      if (ended.length > 0) await this.firstPartyTokens.revokeForSession(...ended);
    }
  }

  /** By label. */
  async listGrants(userId: Uuid): Promise<readonly UserGrantOverview[]> {
    const consents = await this.consents.list(userId);
    const tokens = await this.refreshTokens.findLive(userId, this.clock.now());
    const grants = new Map<string, UserGrantOverview>();
    for (const { clientId, scope, grantedAt } of [
      ...consents,
      ...tokens.map((token) => ({ ...token, grantedAt: token.familyStartedAt })),
    ]) {
      const earlier = grants.get(clientId);
      const label = (await this.clients.find(clientId))?.label;
      grants.set(clientId, {
        clientId,
        ...(label === undefined ? {} : { label }),
        scopes: ScopeSet.of(...(earlier?.scopes.toArray() ?? []), ...ScopeSet.parse(scope).toArray()),
        grantedAt: Math.max(grantedAt, earlier?.grantedAt ?? 0),
      });
    }
    return [...grants.values()].sort((a, b) => getName(a).localeCompare(getName(b)));
  }

  /**
   * Withdraws what the user granted to a client: the consent, refresh tokens, access tokens, and codes that were not
   * exchanged. The client can ask again.
   *
   * @returns whether there was a consent or a live token
   */
  async withdrawGrant(userId: Uuid, clientId: string, actorContext: AuditContext): Promise<boolean> {
    const had = await this.hasGrant(userId, clientId);
    // The consent first, so that no further code is issued without a question.
    const isRecorded = await this.consents.withdraw(userId, clientId, actorContext);
    if (had && !isRecorded) await this.consents.recordWithdrawal(clientId, actorContext);
    // Families of codes, before those of the store: the exchange of a code starts its family and then looks for revocations.
    for (const familyId of await this.codes.findFamilies({ userId, clientId }))
      await this.families.revoke(familyId);
    await this.families.revokeAllForOwner({ userId, clientId });
    return had;
  }

  /** Whether the client has a consent or a live refresh token of the user. */
  private async hasGrant(userId: Uuid, clientId: string): Promise<boolean> {
    const isOfClient = (grant: { readonly clientId: string }): boolean => grant.clientId === clientId;
    if ((await this.consents.list(userId)).some(isOfClient)) return true;
    return (await this.refreshTokens.findLive(userId, this.clock.now())).some(isOfClient);
  }
}

function getName({ label, clientId }: UserGrantOverview): string {
  return label ?? clientId;
}
