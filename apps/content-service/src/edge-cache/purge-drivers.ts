import { DomainError, parseWholeNumber } from '@content-service/kernel';
import type { Fetch } from '../tracing/traced-fetch.js';
import type { CacheTags } from './caching-headers.js';

/** How a kind of shared cache is told to drop all answers with certain tags. */
interface PurgeDriverDefinition {
  /** The header field from which it reads tags. */
  readonly tags: Extract<CacheTags, 'surrogate-key' | 'cache-tag'>;
  readonly needsToken: boolean;
  /** Tags of one request. */
  readonly tagsMaximum: number;
  readonly createRequest: (
    tags: readonly string[],
    token: string | undefined,
  ) => Pick<RequestInit, 'method' | 'headers' | 'body'>;
}

export const PURGE_DRIVERS = {
  // The interface of deploy/varnish/default.vcl. Varnish accepts header lines of 8 KiB (http_req_hdr_len).
  varnish: {
    tags: 'surrogate-key',
    needsToken: false,
    tagsMaximum: 50,
    createRequest: (tags, token) => ({
      method: 'PURGE',
      headers: { 'xkey-purge': tags.join(' '), ...toBearer(token) },
    }),
  },
  // https://www.fastly.com/documentation/reference/api/purging/ «Purge multiple surrogate key tags»
  fastly: {
    tags: 'surrogate-key',
    needsToken: true,
    tagsMaximum: 256,
    createRequest: (tags, token = '') => createJsonRequest({ 'Fastly-Key': token }, { surrogate_keys: tags }),
  },
  // https://developers.cloudflare.com/cache/how-to/purge-cache/ «Purge cache by cache-tags»
  cloudflare: {
    tags: 'cache-tag',
    needsToken: true,
    tagsMaximum: 100,
    createRequest: (tags, token) => createJsonRequest(toBearer(token), { tags }),
  },
} as const satisfies Readonly<Record<string, PurgeDriverDefinition>>;

export type PurgeDriver = keyof typeof PURGE_DRIVERS;

export interface PurgeOptions {
  readonly driver: PurgeDriver;
  /** Where purges are sent; of Varnish one URL for each instance. */
  readonly urls: readonly string[];
  readonly token: string | undefined;
}

/** The cache did not confirm a purge. */
export class PurgeFailed extends DomainError {
  /** @param retryAfterSeconds the time that the cache asked to wait */
  constructor(
    message: string,
    readonly retryAfterSeconds = 0,
    cause?: unknown,
  ) {
    super('purge_failed', message, { cause });
  }
}

const TIMEOUT_MS = 10_000;

/**
 * Drops all answers with any of the tags from the cache, and from each instance of it.
 *
 * @throws PurgeFailed; some answers may be dropped then
 */
export async function purge(
  tags: readonly string[],
  options: PurgeOptions,
  request: Fetch = fetch,
): Promise<void> {
  const { tagsMaximum, createRequest }: PurgeDriverDefinition = PURGE_DRIVERS[options.driver];
  for (const url of options.urls)
    for (let start = 0; start < tags.length; start += tagsMaximum)
      await send(url, createRequest(tags.slice(start, start + tagsMaximum), options.token), request);
}

async function send(url: string, init: RequestInit, request: Fetch): Promise<void> {
  const { host } = new URL(url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await request(url, { ...init, redirect: 'error', signal }).catch((cause: unknown) => {
    throw new PurgeFailed(`The cache at ${host} could not be reached.`, 0, cause);
  });
  await response.body?.cancel();
  if (response.ok) return;
  throw new PurgeFailed(
    `The cache at ${host} answered a purge with ${response.status}.`,
    parseWholeNumber(response.headers.get('retry-after') ?? '', { maximum: 999_999 }) ?? 0,
  );
}

function createJsonRequest(headers: Readonly<Record<string, string>>, body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

function toBearer(token: string | undefined): Readonly<Record<string, string>> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}
