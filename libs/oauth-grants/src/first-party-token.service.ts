import type { SessionService } from '@content-service/accounts';
import type { AuditTrail } from '@content-service/audit';
import { formatUuid, sha256, type Uuid } from '@content-service/kernel';
import { FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { toPrincipal } from './access-token.js';
import type { AccessTokenService, RevocationService } from './access-token.service.js';
import { type TokenResponse, buildTokenResponse } from './grants/grant.js';
import type { UserScopes } from './user-token.service.js';

/** The token response for the browser administration; it always has `scope`, as no scopes are requested. */
export type FirstPartyTokenResponse = TokenResponse & { readonly scope: string };

/** The browser session of a user. */
interface FirstPartySession {
  readonly userId: Uuid;
  /** SHA-256 of the session's id. */
  readonly idHash: string;
  /** When the password was last verified in it; UNIX seconds. */
  readonly authenticatedAt?: number;
}

/** Access tokens for the browser administration, which is part of the service: without a grant or consent. */
export class FirstPartyTokenService {
  constructor(
    private readonly accessTokens: AccessTokenService,
    private readonly users: UserScopes,
    private readonly sessions: Pick<SessionService, 'isActive'>,
    private readonly revocations: RevocationService,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * A token with every scope that the user's role grants at this moment.
   *
   * @param ipAddress the IP address
   * @returns `undefined` when the session has ended since it was read, or the user is disabled or deleted
   */
  async issue(session: FirstPartySession, ipAddress: string): Promise<FirstPartyTokenResponse | undefined> {
    const { userId, authenticatedAt } = session;
    const owner = { subject: userId, clientId: FIRST_PARTY_CLIENT_ID };
    // Dated before the check: a password reset that the check does not see revokes the token.
    const dates = this.accessTokens.getDates(owner);
    if (!(await this.sessions.isActive(session.idHash))) return undefined;
    const scopes = await this.users.findScopes(userId);
    if (scopes === undefined) return undefined;
    const familyId = toFamilyId(session);
    const { token, claims } = await this.accessTokens.issue({
      ...owner,
      ...{ scopes, familyId, authenticatedAt, dates },
    });
    const origin = { actor: toPrincipal(claims), ipAddress };
    const details = { grant: 'session', scopes: scopes.toArray() };
    await this.trail.record('token.issued', origin, claims.jti, details);
    return { ...buildTokenResponse(token), scope: claims.scope };
  }

  /** Ends every token of sessions that have ended. */
  async revokeForSession(...sessions: readonly FirstPartySession[]): Promise<void> {
    await this.revocations.revoke(
      sessions.map((session) => ({ subject: 'family', id: toFamilyId(session) })),
    );
  }
}

/** The tokens of one session are a family, though one without refresh tokens. */
function toFamilyId({ idHash }: FirstPartySession): Uuid {
  return formatUuid(Buffer.from(sha256(`family ${idHash}`), 'base64url').subarray(0, 16));
}
