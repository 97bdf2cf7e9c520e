import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { Strategy } from 'passport-http-bearer';
import { TokenVerifier } from '@content-service/oauth-grants';
import type { Principal } from '@content-service/scopes';
import { ClaimsCache } from './claims-cache.js';

/** From the token to who is behind it. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) implements OnModuleDestroy {
  /** Passport is one for the process: two applications in it (tests have that) must not use each other's strategy. */
  override readonly name = `bearer-${randomUUID()}`;

  constructor(
    private readonly tokens: TokenVerifier,
    private readonly cache: ClaimsCache,
  ) {
    super();
    passport.use(this.name, this);
  }

  onModuleDestroy(): void {
    passport.unuse(this.name);
  }

  /** @throws AccessTokenRefused */
  async validate(token: string): Promise<Principal> {
    const verified = await this.tokens.verify(token);
    this.cache.add(token, verified);
    return verified.principal;
  }
}
