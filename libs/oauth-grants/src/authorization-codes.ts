import { randomUUID } from 'node:crypto';
import { type Clock, newSecret, sha256 } from '@content-service/kernel';
import type { AuthorizationCode, AuthorizationCodeStore } from './grant.store.js';

/** Specification, «Limits». */
const AUTHORIZATION_CODE_LIFETIME_SECONDS = 300;

/** The codes that take a user's decision to the client. */
export class AuthorizationCodes {
  constructor(
    private readonly store: AuthorizationCodeStore,
    private readonly clock: Clock,
  ) {}

  /** A new code, which begins a family of tokens. It is shown to the client and kept as a hash. */
  async issue(about: Omit<AuthorizationCode, 'codeHash' | 'familyId' | 'expiresAt'>): Promise<string> {
    const code = newSecret();
    const expiresAt = this.clock.now() + AUTHORIZATION_CODE_LIFETIME_SECONDS;
    await this.store.save({ ...about, codeHash: sha256(code), familyId: randomUUID(), expiresAt });
    return code;
  }
}
