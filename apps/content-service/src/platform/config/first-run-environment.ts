import { IsOptional, Matches } from 'class-validator';
import { validatePassword, validateUserName } from '@content-service/accounts';
import { FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { RATE_LIMITS_RULE } from '@content-service/site-settings';
import { isBaseUrl } from './base-url.js';
import { createRuleDecorator } from './rule-decorator.js';
import { Variable } from './variable.js';
import type { AddressEnvironment } from './address-environment.js';
import { ListedPasswordRules } from '../passwords/listed-password-rules.js';
import { parseRateLimits } from './parse-rate-limits.js';

const Validated = createRuleDecorator<FirstRunEnvironment & AddressEnvironment>();

/** The environment variables of the first start on an empty database; a part of `Environment`. */
export class FirstRunEnvironment {
  @Variable({
    group: 'First start',
    meaning: 'The site setting [`rateLimits`](#site-settings) at the first start.',
    values: '`none`, `recommended`, or a table as JSON',
    unset: '`none`',
    examples: ['{"write":{"quota":300,"windowSeconds":60}}'],
  })
  @IsOptional()
  @Validated('rateLimits', ({ INITIAL_RATE_LIMITS = '' }) =>
    parseRateLimits(INITIAL_RATE_LIMITS) === undefined
      ? `INITIAL_RATE_LIMITS must be ${RATE_LIMITS_RULE}, got '${INITIAL_RATE_LIMITS.slice(0, 200)}'.`
      : undefined,
  )
  readonly INITIAL_RATE_LIMITS?: string;

  @Variable({
    group: 'First start',
    meaning:
      'Id of the API client of the first start on an empty database, for installations whose output is not read. Needs ' +
      '`INITIAL_CLIENT_SECRET`.',
    values: '1 to 64 letters, digits, `_` and `-`',
    unset: 'generated and printed',
    examples: ['website'],
  })
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, {
    message: 'INITIAL_CLIENT_ID may have 1 to 64 letters, digits, _ and -.',
  })
  @Validated('withSecret', ({ INITIAL_CLIENT_SECRET }) =>
    INITIAL_CLIENT_SECRET === undefined
      ? 'INITIAL_CLIENT_ID needs INITIAL_CLIENT_SECRET beside it.'
      : undefined,
  )
  @Validated('notReserved', ({ INITIAL_CLIENT_ID }) =>
    INITIAL_CLIENT_ID === FIRST_PARTY_CLIENT_ID
      ? `INITIAL_CLIENT_ID cannot be ${FIRST_PARTY_CLIENT_ID}, the client that the administration in the browser is.`
      : undefined,
  )
  readonly INITIAL_CLIENT_ID?: string;

  @Variable({
    group: 'First start',
    meaning: "Secret of this API client. Create one with `openssl rand -base64 48 | tr -d '/+='`.",
    values: '43 to 128 letters, digits, `_` and `-`',
    unset: 'generated and printed',
    secret: 'text',
  })
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{43,128}$/, {
    message: 'INITIAL_CLIENT_SECRET must have 43 to 128 letters, digits, _ and - (256 random bits).',
  })
  @Validated('withId', ({ INITIAL_CLIENT_ID }) =>
    INITIAL_CLIENT_ID === undefined ? 'INITIAL_CLIENT_SECRET needs INITIAL_CLIENT_ID beside it.' : undefined,
  )
  readonly INITIAL_CLIENT_SECRET?: string;

  @Variable({
    group: 'First start',
    meaning: 'Login name of the administrator of the first start, who can sign in with a browser.',
    values: 'a login name',
  })
  @Validated('fits', ({ INITIAL_ADMIN_NAME }) =>
    replaceMemberName('INITIAL_ADMIN_NAME', validateUserName(INITIAL_ADMIN_NAME)),
  )
  readonly INITIAL_ADMIN_NAME: string = 'admin';

  @Variable({
    group: 'First start',
    meaning: 'Password of this administrator. Only a generated one must be changed at the first sign-in.',
    values: '12 to 256 characters, no common password',
    unset: 'generated and printed',
    secret: 'text',
  })
  @IsOptional()
  @Validated('fits', ({ INITIAL_ADMIN_NAME, INITIAL_ADMIN_PASSWORD = '', BASE_URL = '' }) => {
    const rules = new ListedPasswordRules(isBaseUrl(BASE_URL) ? BASE_URL : 'http://127.0.0.1');
    const error = validatePassword(INITIAL_ADMIN_PASSWORD, INITIAL_ADMIN_NAME, rules);
    return replaceMemberName('INITIAL_ADMIN_PASSWORD', error);
  })
  readonly INITIAL_ADMIN_PASSWORD?: string;
}

/** Replaces the member name that begins a validation message of the accounts library by the variable's name. */
function replaceMemberName(variable: string, error: string | undefined): string | undefined {
  return error?.replace(/^\w+/, variable);
}
