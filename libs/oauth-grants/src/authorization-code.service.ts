import { randomUUID } from 'node:crypto';
import { type Clock, generateSecret, sha256, type Uuid } from '@content-service/kernel';
import type { AuthorizationCode, AuthorizationCodeStore } from './grant.store.js';
import { AUTHORIZATION_CODE_LIFETIME_SECONDS } from './oauth-options.js';
import type { RevocationService } from './access-token.service.js';

/** The user and the client of an authorization. */
type Parties = Readonly<{ userId: Uuid; clientId: string }>;

/** Authorization codes. */
export class AuthorizationCodeService {
  constructor(
    private readonly store: AuthorizationCodeStore,
    private readonly revocations: RevocationService,
    private readonly clock: Clock,
  ) {}

  /**
   * The issue time (UNIX seconds) of a new code or pending authorization. Call it before reading the scopes of client and
   * user, so that a later revocation covers it.
   */
  getIssueTime({ userId, clientId }: Parties): number {
    return Math.max(this.clock.now(), this.revocations.notBefore({ sub: userId, client_id: clientId }));
  }

  /**
   * Issues a code, which starts a token family. The code is stored as a hash.
   *
   * @param issuedAt as `getIssueTime` returned it
   */
  async issue(
    grant: Omit<AuthorizationCode, 'codeHash' | 'familyId' | 'expiresAt'>,
    issuedAt: number,
  ): Promise<string> {
    const code = generateSecret();
    const expiresAt = issuedAt + AUTHORIZATION_CODE_LIFETIME_SECONDS;
    await this.store.save({ ...grant, codeHash: sha256(code), familyId: randomUUID(), expiresAt });
    return code;
  }
}

/** Whether the code was issued before its client, its user or its family was revoked. */
export function isCodeRevoked(code: AuthorizationCode, revocations: RevocationService): boolean {
  const { familyId, userId, clientId, expiresAt } = code;
  const iat = expiresAt - AUTHORIZATION_CODE_LIFETIME_SECONDS;
  return revocations.isRevoked({ jti: '', fid: familyId, iat, client_id: clientId, sub: userId });
}
