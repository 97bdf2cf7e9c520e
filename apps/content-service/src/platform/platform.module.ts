import { type DynamicModule, Module } from '@nestjs/common';
import { AccountSecrets, PasswordHasher, PasswordRules } from '@content-service/accounts';
import type { Logger } from 'pino';
import { AuditForwarder } from '@content-service/audit';
import { TextFormatter } from '@content-service/bundles';
import { PreviewSigner } from '@content-service/entries';
import { Clock, IdGenerator, provide, UuidV7Generator } from '@content-service/kernel';
import { OAuthOptions } from '@content-service/oauth-grants';
import { createAuditForwarder } from './audit/create-audit-forwarder.js';
import { Argon2PasswordHasher } from './passwords/argon2-password-hasher.js';
import { Config } from './config/config.js';
import { SanitizingTextFormatter } from './formatted-text/sanitizing-text-formatter.js';
import { Mailer } from './mail/mailer.js';
import { Metrics } from './metrics/metrics.js';
import { createLog } from './log/log.js';
import { OutageLog } from './log/outage-log.js';
import { ListedPasswordRules } from './passwords/listed-password-rules.js';
import { createTracedFetch, FETCH } from './tracing/traced-fetch.js';
import { Tracing } from './tracing/tracing.js';
import { loadKeySecret } from './files/load-key-secret.js';

/** What reports on the application: log, metrics and, while they are on, traces. */
export interface Telemetry {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  /** Default: one that writes to the log. */
  readonly outage?: OutageLog | undefined;
}

/** Adapters of the domain's ports other than storage, available in every module. */
@Module({})
export class PlatformModule {
  static forConfig(
    config: Config,
    clock: Clock,
    { log, metrics, tracing, outage = new OutageLog(log) }: Telemetry = {
      log: createLog(config.logLevel, 'out'),
      metrics: new Metrics(),
    },
  ): DynamicModule {
    const providers = [
      { provide: Config, useValue: config },
      { provide: Clock, useValue: clock },
      { provide: Metrics, useValue: metrics },
      { provide: OutageLog, useValue: outage },
      // Nest calls its shutdown hook.
      ...(tracing === undefined ? [] : [{ provide: Tracing, useValue: tracing }]),
      { provide: FETCH, useValue: tracing === undefined ? fetch : createTracedFetch(tracing) },
      { provide: IdGenerator, useClass: UuidV7Generator },
      { provide: OAuthOptions, useFactory: () => toOAuthOptions(config) },
      { provide: AccountSecrets, useExisting: OAuthOptions },
      provide(PreviewSigner, [OAuthOptions, Clock]),
      Mailer,
      { provide: AuditForwarder, useFactory: () => createAuditForwarder(config.audit, log, metrics) },
      { provide: PasswordHasher, useClass: Argon2PasswordHasher },
      { provide: PasswordRules, useFactory: () => new ListedPasswordRules(config.baseUrl) },
      { provide: TextFormatter, useClass: SanitizingTextFormatter },
    ];
    return { module: PlatformModule, global: true, providers, exports: providers };
  }
}

function toOAuthOptions(config: Config): OAuthOptions {
  const { baseUrl, jsonApiPrefix, signingAlgorithm } = config;
  return {
    issuer: baseUrl,
    audience: baseUrl + jsonApiPrefix,
    keySecret: loadKeySecret(config),
    previousKeySecret: config.previousKeySecret,
    signingAlgorithm,
  };
}
