import { randomUUID } from 'node:crypto';
import type { AuditLines } from '@content-service/audit';
import type { Clock, Uuid } from '@content-service/kernel';
import { type ApiClient, type ClientRegistry, FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import type { ScopeSet } from '@content-service/scopes';
import {
  type AccessTokenCodec,
  type AccessTokenClaims,
  AccessTokenRefused,
  isInLifetime,
  parseClaims,
  toPrincipal,
  TokenVerifier,
  type VerifiedToken,
} from './access-token.js';
import type { KeyRing } from './key-ring.js';
import type { VerificationKey } from './signing-key.js';
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  type OAuthOptions,
  AUTHORIZATION_CODE_LIFETIME_SECONDS,
  DECISION_TIMEOUT_SECONDS,
} from './oauth-options.js';
import type { Revocation, RevocationLog } from './grant.store.js';

/** Subject, client and scopes of a token to be issued. */
export interface NewAccessToken {
  /** The user, or the client itself. */
  readonly subject: string;
  readonly clientId: string;
  readonly scopes: ScopeSet;
  readonly familyId?: Uuid;
  /** When the password was verified in the browser session; for a token of a user. */
  readonly authenticatedAt?: number | undefined;
  /** Default: `getDates` at this moment. */
  readonly dates?: TokenDates;
}

export type TokenDates = Pick<AccessTokenClaims, 'iat' | 'nbf' | 'exp'>;

/** The permitted clock difference between processes of the service. */
const CLOCK_SKEW_SECONDS = 10;

export interface IssuedAccessToken {
  readonly token: string;
  readonly claims: AccessTokenClaims;
}

/** Issues and verifies access tokens. Tokens are not stored; revocations are. */
export class AccessTokenService extends TokenVerifier {
  constructor(
    private readonly codec: AccessTokenCodec,
    private readonly keys: Pick<KeyRing, 'current' | 'find'>,
    private readonly revocations: RevocationService,
    private readonly clients: Pick<ClientRegistry, 'find' | 'peek'>,
    private readonly clock: Clock,
    private readonly options: Pick<OAuthOptions, 'issuer' | 'audience'>,
  ) {
    super();
  }

  /**
   * The dates of a token to be issued. Call it before reading the scopes of the owner, so that a revocation after that reading
   * covers the token.
   */
  getDates({ subject, clientId }: Pick<NewAccessToken, 'subject' | 'clientId'>): TokenDates {
    const now = this.clock.now();
    return {
      iat: Math.max(now, this.revocations.notBefore({ sub: subject, client_id: clientId })),
      nbf: now - CLOCK_SKEW_SECONDS,
      exp: now + ACCESS_TOKEN_LIFETIME_SECONDS,
    };
  }

  async issue(newToken: NewAccessToken): Promise<IssuedAccessToken> {
    const {
      subject,
      clientId,
      scopes,
      familyId,
      authenticatedAt,
      dates = this.getDates(newToken),
    } = newToken;
    const claims: AccessTokenClaims = {
      iss: this.options.issuer,
      aud: this.options.audience,
      sub: subject,
      client_id: clientId,
      jti: randomUUID(),
      ...(familyId === undefined ? {} : { fid: familyId }),
      ...(authenticatedAt === undefined ? {} : { auth_time: authenticatedAt }),
      scope: scopes.toString(),
      ...dates,
    };
    return { token: await this.codec.encode(claims, this.keys.current()), claims };
  }

  override async verify(token: string): Promise<VerifiedToken> {
    let key: VerificationKey | undefined;
    const claims = parseClaims(this.codec.decode(token, (kid) => (key = this.keys.find(kid))));
    if (claims === undefined || !this.isValidForIssuerAndAudience(claims))
      throw new AccessTokenRefused('unverified');
    const verified = { claims, principal: toPrincipal(claims), kid: key?.kid };
    const client = await this.clients.find(claims.client_id);
    if (!this.isActive(verified, client)) throw new AccessTokenRefused('revoked');
    return verified;
  }

  /** The token if it is valid. */
  async find(token: string): Promise<VerifiedToken | undefined> {
    try {
      return await this.verify(token);
    } catch (error) {
      if (error instanceof AccessTokenRefused) return undefined;
      throw error;
    }
  }

  override isInForce(token: VerifiedToken): boolean {
    return this.isActive(token, this.clients.peek(token.claims.client_id));
  }

  /**
   * In its lifetime, neither it nor its signing key revoked, its client enabled and still allowed every scope of the token.
   * The browser administration is no API client, and always there.
   *
   * @param client `undefined` when it was deleted, or is not cached
   */
  private isActive({ claims, principal, kid }: VerifiedToken, client: ApiClient | undefined): boolean {
    if (kid !== undefined && this.keys.find(kid) === undefined) return false;
    const isAllowed =
      claims.client_id === FIRST_PARTY_CLIENT_ID ||
      (client?.enabled === true && principal.scopes.firstMissingFrom(client.allowedScopes) === undefined);
    return isAllowed && isInLifetime(claims, this.clock.now()) && !this.revocations.isRevoked(claims);
  }

  private isValidForIssuerAndAudience(claims: AccessTokenClaims): boolean {
    const { issuer, audience } = this.options;
    return claims.iss === issuer && claims.aud === audience && isInLifetime(claims, this.clock.now());
  }
}

export type RevocationSubject = Pick<Revocation, 'subject' | 'id'>;

/** The maximum lifetime of access tokens, authorization codes and pending authorizations. */
const REVOCATION_SECONDS = Math.max(
  ACCESS_TOKEN_LIFETIME_SECONDS,
  AUTHORIZATION_CODE_LIFETIME_SECONDS,
  DECISION_TIMEOUT_SECONDS,
);

/**
 * Revocations of tokens, authorization codes and pending authorizations. A revocation of a token, client, user or family
 * states that everything issued before a moment is revoked. All of these live ten minutes at most, so the active revocations
 * fit in memory, where every request reads them.
 */
export class RevocationService {
  private readonly notBeforeBySubject: Readonly<Record<Revocation['subject'], Map<string, number>>> = {
    token: new Map(),
    client: new Map(),
    user: new Map(),
    family: new Map(),
  };

  constructor(
    private readonly log: RevocationLog,
    private readonly clock: Clock,
  ) {}

  /** Loads the revocations of other processes. */
  async refresh(): Promise<void> {
    this.addToCache(await this.log.findActive(this.clock.now()));
  }

  /**
   * Revokes every current token of the subjects, at once in this process, and within seconds in others.
   *
   * Times are whole seconds, so tokens of this very second end too, and those that are issued in its rest are dated to
   * the next one (see `notBefore`).
   *
   * @param auditLines are stored with the revocations
   */
  async revoke(subjects: readonly RevocationSubject[], auditLines?: AuditLines): Promise<void> {
    // Other processes date their tokens by their own revocations.
    await this.refresh();
    const revocations = subjects.map((subject) => {
      const notBefore = this.getLatestNotBefore(subject) + 1;
      return { ...subject, notBefore, until: notBefore + REVOCATION_SECONDS };
    });
    await this.log.append(revocations, auditLines);
    this.addToCache(revocations);
  }

  /** Whether a token is revoked. A revoked family has no valid tokens, whenever they were issued. */
  isRevoked(claims: Pick<AccessTokenClaims, 'jti' | 'fid' | 'iat' | 'client_id' | 'sub'>): boolean {
    const { token, family } = this.notBeforeBySubject;
    return token.has(claims.jti) || family.has(claims.fid ?? '') || claims.iat < this.notBefore(claims);
  }

  /** Whether a family was revoked in the lifetime of its access tokens. */
  isFamilyRevoked(id: string): boolean {
    return this.notBeforeBySubject.family.has(id);
  }

  /** A token of this client and subject must be dated to this moment or later; 0 when nothing is revoked. */
  notBefore({ client_id, sub }: Pick<AccessTokenClaims, 'client_id' | 'sub'>): number {
    return Math.max(
      this.notBeforeBySubject.client.get(client_id) ?? 0,
      this.notBeforeBySubject.user.get(sub) ?? 0,
    );
  }

  /** The latest `iat` of existing tokens of the subject, which earlier revocations may have moved to the future. */
  private getLatestNotBefore({ subject, id }: RevocationSubject): number {
    const { client, user } = this.notBeforeBySubject;
    const others = subject === 'client' ? user : client;
    return Math.max(this.clock.now(), this.notBeforeBySubject[subject].get(id) ?? 0, ...others.values());
  }

  /** Adds revocations, which are permanent, and drops those that concern only expired tokens. */
  private addToCache(revocations: readonly Revocation[]): void {
    for (const { subject, id, notBefore } of revocations) {
      const moments = this.notBeforeBySubject[subject];
      moments.set(id, Math.max(notBefore, moments.get(id) ?? 0));
    }
    const forgotten = this.clock.now() - REVOCATION_SECONDS;
    for (const moments of Object.values(this.notBeforeBySubject)) {
      for (const [id, moment] of moments) if (moment <= forgotten) moments.delete(id);
    }
  }
}
