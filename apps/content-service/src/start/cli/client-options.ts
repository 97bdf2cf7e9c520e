import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ApiClient, ClientChange } from '@content-service/oauth-clients';
import { SCOPES } from '@content-service/scopes';
import type { CommandResult } from './command.js';

/** Options of an API client, as commander parses them. */
export interface ClientOptions {
  readonly label?: string;
  readonly scopes?: readonly string[];
  readonly redirectUri?: readonly string[];
  readonly user?: string;
  readonly requirePkce?: boolean;
  readonly rememberConsent?: boolean;
}

export function withClientOptions(
  self: Command,
  { isLabelRequired }: { readonly isLabelRequired: boolean },
): Command {
  return self
    .addOption(
      new Option(
        '--label <text>',
        'name shown to administrators and on the consent page',
      ).makeOptionMandatory(isLabelRequired),
    )
    .option('--scopes <scopes>', '`all`, or scopes separated by commas', toScopes)
    .option('--redirect-uri <uri>', 'may be given several times', toList)
    .option('--user <uuid>', 'the owner of entries that the client creates for itself')
    .option('--require-pkce [yes|no]', 'refuse authorization requests without PKCE', toBoolean)
    .option('--remember-consent [yes|no]', 'request consent only once per user', toBoolean);
}

/** Converts the options to a change; omitted options change nothing. */
export function toClientChange({ scopes, redirectUri, ...others }: ClientOptions): ClientChange {
  return {
    ...others,
    ...(scopes === undefined ? {} : { allowedScopes: scopes }),
    ...(redirectUri === undefined ? {} : { redirectUris: redirectUri }),
  };
}

/** Result that shows a client; secrets are represented by their dates only. */
export function toClientResult(client: ApiClient): CommandResult {
  const json = {
    client_id: client.id,
    label: client.label,
    enabled: client.enabled,
    confidential: client.confidential,
    scopes: client.allowedScopes.toArray(),
    redirect_uris: client.redirectUris,
    grants: client.grants,
    user: client.user ?? null,
    require_pkce: client.requirePkce,
    remember_consent: client.rememberConsent,
    secrets: client.secrets.map(({ createdAt, expiresAt }) => ({
      created_at: createdAt,
      expires_at: expiresAt ?? null,
    })),
    created_at: client.createdAt,
    last_used_at: client.lastUsedAt ?? null,
  };
  const lines = Object.entries(json).map(([name, value]) => `${name.padEnd(17)} ${JSON.stringify(value)}`);
  return { text: lines.join('\n'), json };
}

function toScopes(text: string): readonly string[] {
  if (text === 'all') return SCOPES.map(({ name }) => name);
  return text.split(/[\s,]+/).filter((name) => name !== '');
}

function toList(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

function toBoolean(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Must be yes or no.');
  return text === 'yes';
}
