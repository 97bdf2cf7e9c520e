import { DomainError, parseWholeNumber } from '@content-service/kernel';
import type { Fetch } from '../../platform/tracing/traced-fetch.js';
import type { PurgeDriver, PurgeOptions } from '../../platform/config/edge-cache-environment.js';

/** How a kind of shared cache is told to drop all answers with certain tags. */
interface PurgeProtocol {
  /** Tags of one request. */
  readonly tagsMaximum: number;
  readonly createRequest: (
    tags: readonly string[],
    token: string | undefined,
  ) => Pick<RequestInit, 'method' | 'headers' | 'body'>;
}

const PROTOCOLS: Readonly<Record<PurgeDriver, PurgeProtocol>> = {
  // The interface of deploy/varnish/default.vcl. Varnish accepts header lines of 8 KiB (http_req_hdr_len).
  varnish: {
    tagsMaximum: 50,
    createRequest: (tags, token) => ({
      method: 'PURGE',
      headers: { 'xkey-purge': tags.join(' '), ...toBearer(token) },
    }),
  },
  // https://www.fastly.com/documentation/reference/api/purging/ «Purge multiple surrogate key tags»
  fastly: {
    tagsMaximum: 256,
    createRequest: (tags, token = '') => createJsonRequest({ 'Fastly-Key': token }, { surrogate_keys: tags }),
  },
  // https://developers.cloudflare.com/cache/how-to/purge-cache/ «Purge cache by cache-tags»
  cloudflare: {
    tagsMaximum: 100,
    createRequest: (tags, token) => createJsonRequest(toBearer(token), { tags }),
  },
};

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
  const { tagsMaximum, createRequest } = PROTOCOLS[options.driver];
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
