import { type DynamicModule, Module } from '@nestjs/common';
import { PasswordHasher } from '@content-service/accounts';
import { TextFormatter } from '@content-service/bundles';
import { Clock, IdGenerator, UuidV7Generator } from '@content-service/kernel';
import { OAuthOptions } from '@content-service/oauth-grants';
import { Argon2PasswordHasher } from './argon2-password-hasher.js';
import { Config } from './config.js';
import { keySecret } from './key-secret.js';
import { SanitizingTextFormatter } from './text/sanitizing-text-formatter.js';

/** What the domain asks of its surroundings, besides storage. Available everywhere. */
@Module({})
export class PlatformModule {
  static of(config: Config, clock: Clock): DynamicModule {
    const providers = [
      { provide: Config, useValue: config },
      { provide: Clock, useValue: clock },
      { provide: IdGenerator, useClass: UuidV7Generator },
      { provide: OAuthOptions, useFactory: () => oauthOptionsOf(config) },
      { provide: PasswordHasher, useClass: Argon2PasswordHasher },
      { provide: TextFormatter, useClass: SanitizingTextFormatter },
    ];
    return { module: PlatformModule, global: true, providers, exports: providers };
  }
}

function oauthOptionsOf(config: Config): OAuthOptions {
  const { baseUrl, jsonApiPrefix, signingAlgorithm } = config;
  return {
    issuer: baseUrl,
    audience: baseUrl + jsonApiPrefix,
    keySecret: keySecret(config),
    signingAlgorithm,
  };
}
