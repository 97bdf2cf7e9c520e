import { IsOptional, Matches } from 'class-validator';
import { isHttpsOrLoopback } from './base-url.js';
import type { EventEnvironment } from './event-environment.js';
import { createRuleDecorator } from './rule-decorator.js';
import { IsOneOf, Variable } from './variable.js';

const CACHE_TAGS = ['off', 'surrogate-key', 'cache-tag', 'both'] as const;

/** The header fields that have the tags of an answer. */
export type CacheTags = (typeof CACHE_TAGS)[number];

/** The kinds of shared caches, each with the header field from which it reads tags. */
const PURGE_DRIVERS = {
  varnish: { tags: 'surrogate-key', needsToken: false },
  fastly: { tags: 'surrogate-key', needsToken: true },
  cloudflare: { tags: 'cache-tag', needsToken: true },
} as const satisfies Readonly<Record<string, { readonly tags: CacheTags; readonly needsToken: boolean }>>;

export type PurgeDriver = keyof typeof PURGE_DRIVERS;

/** The cache that is told of changes. */
export interface PurgeOptions {
  readonly driver: PurgeDriver;
  /** Where purges are sent; of Varnish one URL for each instance. */
  readonly urls: readonly string[];
  readonly token: string | undefined;
}

/** How answers are tagged for shared caches, and the cache that is told of changes. */
export interface EdgeCacheOptions {
  readonly tags: CacheTags;
  /** `undefined`: no cache is told of changes. */
  readonly purge: PurgeOptions | undefined;
}

const DRIVERS = Object.keys(PURGE_DRIVERS) as PurgeDriver[];

const Validated = createRuleDecorator<EdgeCacheEnvironment & EventEnvironment>();

/** The environment variables of cache tags and purges; a part of `Environment`. */
export class EdgeCacheEnvironment {
  @Variable({
    group: 'Shared caches',
    meaning:
      'Tags of anonymous answers for a [shared cache](edge-caching.md): `surrogate-key` is for Varnish and Fastly, `cache-tag` for ' +
      'Cloudflare. The site setting `sharedMaxAgeSeconds` says how long such a cache may keep them.',
  })
  @IsOneOf(CACHE_TAGS)
  readonly CACHE_TAGS: string = 'off';

  @Variable({
    group: 'Shared caches',
    meaning: 'The cache that is notified of changes. Needs `PURGE_URL` and `CACHE_TAGS`.',
    values: DRIVERS.map((driver) => `\`${driver}\``).join(', '),
    unset: 'none',
    examples: ['varnish'],
  })
  @IsOptional()
  @Validated('purgeDriver', findDriverFault)
  readonly PURGE_DRIVER?: string;

  @Variable({
    group: 'Shared caches',
    meaning: 'Where purges are sent. Needs `PURGE_DRIVER`.',
    values: 'a URL without a password; of Varnish several, separated by commas',
    examples: ['http://127.0.0.1:6081/'],
  })
  @IsOptional()
  @Validated('purgeUrl', findUrlFault)
  @Validated('purgeUrlWithDriver', (environment) => findMissingDriver('PURGE_URL', environment))
  readonly PURGE_URL?: string;

  // The value is a secret and not part of the message.
  @Variable({
    group: 'Shared caches',
    meaning:
      'API token of Fastly or Cloudflare; for `deploy/varnish/default.vcl`, the `PURGE_TOKEN` of varnishd.',
    values: 'visible ASCII characters',
    secret: 'text',
  })
  @IsOptional()
  @Matches(/^[\x21-\x7e]+$/, { message: 'PURGE_TOKEN must have visible ASCII characters only.' })
  @Validated('purgeTokenWithDriver', (environment) => findMissingDriver('PURGE_TOKEN', environment))
  readonly PURGE_TOKEN?: string;
}

export function parseEdgeCacheOptions(environment: EdgeCacheEnvironment): EdgeCacheOptions {
  const { PURGE_DRIVER, PURGE_URL = '', PURGE_TOKEN: token } = environment;
  const driver = findDriver(PURGE_DRIVER);
  return {
    tags: CACHE_TAGS.find((name) => name === environment.CACHE_TAGS) ?? 'off',
    purge: driver && { driver, urls: splitUrls(PURGE_URL), token },
  };
}

function findDriver(name: string | undefined): PurgeDriver | undefined {
  return DRIVERS.find((driver) => driver === name);
}

function findDriverFault(environment: EdgeCacheEnvironment & EventEnvironment): string | undefined {
  const { EVENTS, CACHE_TAGS: given, PURGE_DRIVER = '', PURGE_URL, PURGE_TOKEN } = environment;
  const driver = findDriver(PURGE_DRIVER);
  if (driver === undefined)
    return `PURGE_DRIVER must be one of ${DRIVERS.join(', ')}, got '${PURGE_DRIVER}'.`;
  const { tags, needsToken } = PURGE_DRIVERS[driver];
  const needed = `PURGE_DRIVER=${driver} needs`;
  if (EVENTS === 'off') return `${needed} EVENTS=on, since changes are read from the event log.`;
  if (given !== tags && given !== 'both') return `${needed} CACHE_TAGS=${tags} or CACHE_TAGS=both.`;
  if (PURGE_URL === undefined) return `${needed} PURGE_URL beside it.`;
  return needsToken && PURGE_TOKEN === undefined ? `${needed} PURGE_TOKEN beside it.` : undefined;
}

/** Without a driver no cache is told of changes, which must not go unnoticed. */
function findMissingDriver(variable: string, { PURGE_DRIVER }: EdgeCacheEnvironment): string | undefined {
  return PURGE_DRIVER === undefined
    ? `${variable} needs PURGE_DRIVER beside it, which names the cache.`
    : undefined;
}

/** A URL could contain a password and is not part of the message. */
function findUrlFault({ PURGE_DRIVER, PURGE_URL = '' }: EdgeCacheEnvironment): string | undefined {
  const urls = splitUrls(PURGE_URL);
  if (!urls.every(isPurgeUrl))
    return 'PURGE_URL must be a URL such as http://127.0.0.1:6081/, without a password; of Varnish several, separated by commas.';
  if (PURGE_DRIVER === 'varnish') return undefined;
  if (urls.length > 1) return 'PURGE_URL may be several URLs with PURGE_DRIVER=varnish only.';
  return urls.every(isHttpsOrLoopback)
    ? undefined
    : 'PURGE_URL must begin with https:// unless its host is this machine, since PURGE_TOKEN is sent there.';
}

function splitUrls(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

function isPurgeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
