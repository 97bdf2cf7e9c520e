import type { AuditTrail } from '@content-service/audit';
import { formatUuid, sha256, type Uuid } from '@content-service/kernel';
import { FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { toPrincipal } from './access-token.js';
import type { AccessTokens } from './access-tokens.js';
import type { Revocations } from './revocation.js';
import { type TokenResponse, tokenResponse } from './token-response.js';
import type { UserScopes } from './user-scopes.js';

/** What the browser administration gets for whoever is signed in; it says the scopes, since nobody asked for any. */
export type FirstPartyTokenResponse = TokenResponse & { readonly scope: string };

/** A browser session in which somebody is signed in. */
interface BrowserSession {
  readonly userId: Uuid;
  /** SHA-256 of the session's id. */
  readonly idHash: string;
}

/** Access tokens for the browser administration, which is part of the service: no grant is asked for, nobody consents. */
export class FirstPartyTokens {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly users: UserScopes,
    private readonly revocations: Revocations,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * A token with every scope that the user's role grants at this moment.
   *
   * @param from the IP address
   * @returns `undefined` when the user is gone or disabled
   */
  async issue(session: BrowserSession, from: string): Promise<FirstPartyTokenResponse | undefined> {
    const { userId } = session;
    const owner = { subject: userId, clientId: FIRST_PARTY_CLIENT_ID };
    const dates = this.accessTokens.datesFor(owner);
    const scopes = await this.users.scopesOf(userId);
    if (scopes === undefined) return undefined;
    const familyId = familyOf(session);
    const { token, claims } = await this.accessTokens.issue({ ...owner, scopes, familyId, dates });
    const origin = { who: toPrincipal(claims), from };
    const details = { grant: 'session', scopes: scopes.toArray() };
    await this.trail.record('token.issued', origin, claims.jti, details);
    return { ...tokenResponse(token), scope: claims.scope };
  }

  /** Ends every token of a session that has ended. */
  async endOf(session: BrowserSession): Promise<void> {
    await this.revocations.revoke([{ subject: 'family', id: familyOf(session) }]);
  }
}

/** The tokens of one session are a family, though one without refresh tokens. */
function familyOf({ idHash }: BrowserSession): Uuid {
  return formatUuid(Buffer.from(sha256(`family ${idHash}`), 'base64url').subarray(0, 16));
}
