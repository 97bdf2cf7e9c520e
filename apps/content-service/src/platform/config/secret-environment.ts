import { IsOptional, Matches, ValidateIf } from 'class-validator';
import { type AddressEnvironment, findUrlFault } from './address-environment.js';
import { isBaseUrl, isHttpsOrLoopback } from './base-url.js';
import type { DatabaseEnvironment } from './database-environment.js';
import { createRuleDecorator } from './rule-decorator.js';
import { IsOneOf, Variable } from './variable.js';

const Validated = createRuleDecorator<SecretEnvironment & AddressEnvironment>();

const SERVER = /^(mysql|mariadb|postgres|postgresql):/;

/** The environment variables of secrets and access tokens; a part of `Environment`. */
export class SecretEnvironment {
  // The value is a secret and not part of the message.
  @Variable({
    group: 'Secrets and tokens',
    meaning:
      'Seals the private signing keys and other secrets in the database. Required with a database server and with ' +
      '`STORAGE_ADAPTER`. Create one with `openssl rand -base64 48` and keep it.',
    values: 'at least 32 characters',
    unset: 'a generated one in `key.secret` beside the SQLite file',
    secret: 'text',
  })
  @ValidateIf(
    ({ KEY_SECRET, DATABASE_URL, STORAGE_ADAPTER }: SecretEnvironment & DatabaseEnvironment) =>
      KEY_SECRET !== undefined || STORAGE_ADAPTER !== undefined || SERVER.test(DATABASE_URL),
  )
  @Matches(/^.{32,}$/, {
    message:
      'KEY_SECRET must have at least 32 characters; on a database server and with STORAGE_ADAPTER it is required, since signing keys are sealed with it. ' +
      'Create one with `openssl rand -base64 48` and keep it.',
  })
  readonly KEY_SECRET?: string;

  @Variable({
    group: 'Secrets and tokens',
    meaning:
      'The previous secret during a rotation: set `KEY_SECRET` to a new one and this to the previous one, restart every process, then ' +
      'remove this. Signing keys are sealed again at the start; cursors and device cookies of the previous secret are accepted until ' +
      'the variable is removed.',
    values: 'at least 32 characters',
    secret: 'text',
  })
  @IsOptional()
  @Matches(/^.{32,}$/, { message: 'KEY_SECRET_PREVIOUS must have at least 32 characters.' })
  @Validated('withKeySecret', ({ KEY_SECRET }) =>
    KEY_SECRET === undefined ? 'KEY_SECRET_PREVIOUS needs KEY_SECRET beside it.' : undefined,
  )
  readonly KEY_SECRET_PREVIOUS?: string;

  @Variable({
    group: 'Secrets and tokens',
    meaning: 'Algorithm of new signing keys. ES256 signs several times faster.',
  })
  @IsOneOf(['RS256', 'ES256'])
  readonly SIGNING_ALGORITHM: string = 'RS256';

  @Variable({
    group: 'Secrets and tokens',
    meaning:
      'Whose tokens a headless deployment (`JSONAPI_PREFIX=/jsonapi`) accepts: the URL (`iss`) of an authorization server that ' +
      'publishes metadata (RFC 8414). Tokens that live longer than 310 seconds are refused.',
    values: 'a URL with `https:`, or of this machine',
    unset: 'tokens are verified with the keys of the database',
    examples: ['https://www.example.com'],
  })
  @IsOptional()
  @Validated('url', ({ TOKEN_ISSUER = '' }) => findUrlFault('TOKEN_ISSUER', TOKEN_ISSUER))
  @Validated('httpsIssuer', ({ TOKEN_ISSUER = '' }) =>
    isBaseUrl(TOKEN_ISSUER) && !isHttpsOrLoopback(TOKEN_ISSUER)
      ? `TOKEN_ISSUER must begin with https:// unless its host is this machine, since keys are fetched from there, got '${TOKEN_ISSUER}'.`
      : undefined,
  )
  @Validated('headless', ({ JSONAPI_PREFIX }) =>
    JSONAPI_PREFIX === '/jsonapi'
      ? undefined
      : 'TOKEN_ISSUER is for headless deployments (JSONAPI_PREFIX=/jsonapi): others give their tokens themselves.',
  )
  readonly TOKEN_ISSUER?: string;

  @Variable({
    group: 'Secrets and tokens',
    meaning: 'The `aud` that these tokens carry. Needs `TOKEN_ISSUER`.',
    values: 'text',
    unset: '`TOKEN_ISSUER/api`',
    examples: ['https://www.example.com/api'],
  })
  @IsOptional()
  @Validated('withIssuer', ({ TOKEN_ISSUER }) =>
    TOKEN_ISSUER === undefined ? 'TOKEN_AUDIENCE needs TOKEN_ISSUER beside it.' : undefined,
  )
  readonly TOKEN_AUDIENCE?: string;
}
