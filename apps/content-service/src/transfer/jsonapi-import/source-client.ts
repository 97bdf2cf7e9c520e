import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonObject, parseWholeNumber } from '@content-service/kernel';
import type { ClientCredentials } from './client-credentials.js';
import { type JsonResponse, type RequestLimits, requestJson } from './request-json.js';
import { SourceFault, SourceRefusal, SourceUnavailable } from './source.errors.js';

const REDIRECTS_MAXIMUM = 5;
/** A source that asks for a longer pause ends the import, which can be resumed. */
const RETRY_AFTER_MAXIMUM_SECONDS = 600;
const BACKOFF_MAXIMUM_MS = 30_000;

export interface SourceLimits extends RequestLimits {
  /** Requests for the same address, the first one included. */
  readonly attempts: number;
  /** The pause before the second attempt, unless the source names one; it doubles with each further attempt. */
  readonly backoffMs: number;
}

export const SOURCE_LIMITS: SourceLimits = {
  timeoutMs: 60_000,
  bytesMaximum: 64 * 1024 * 1024,
  attempts: 6,
  backoffMs: 1000,
};

export interface SourceAccess {
  /** Sent with every request; names in lower case, such as `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Provides the `authorization` of every request instead. */
  readonly credentials?: ClientCredentials | undefined;
}

/**
 * Reads documents of one site. Every address is on the origin of the site: others, of links as of redirects, are refused,
 * so credentials go nowhere else and a document cannot lead the import into a private network.
 */
export class SourceClient {
  constructor(
    readonly origin: string,
    private readonly access: SourceAccess,
    private readonly limits: SourceLimits = SOURCE_LIMITS,
  ) {}

  /**
   * Resolves an address of a document.
   *
   * @param base the address of the document
   * @throws SourceFault for an address of another origin, or none
   */
  resolve(address: string, base: URL): URL {
    if (!URL.canParse(address, base.href))
      throw new SourceFault(`${base.href} has the malformed link '${address}'.`);
    const url = new URL(address, base);
    if (url.origin === this.origin && url.username === '' && url.password === '') return url;
    throw new SourceFault(
      `${base.href} leads to ${url.href}, which was not followed: it is outside of ${this.origin}.`,
    );
  }

  /**
   * Gets a document; tries again, with growing pauses, when the source is overloaded or the connection fails.
   *
   * @throws SourceRefusal for a status from 400 to 499, SourceFault for an unusable answer, SourceUnavailable after the
   *   last attempt
   */
  async get(url: URL): Promise<JsonObject> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.attempt(url);
      if (!(outcome instanceof Postponed)) return outcome;
      if (attempt === this.limits.attempts)
        throw new SourceUnavailable(
          `${outcome.reason}, ${attempt} times. --resume continues the import later.`,
        );
      await sleep(outcome.retryAfterMs ?? this.getBackoff(attempt));
    }
  }

  private getBackoff(attempt: number): number {
    return (
      Math.min(BACKOFF_MAXIMUM_MS, this.limits.backoffMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
    );
  }

  private async attempt(url: URL): Promise<JsonObject | Postponed> {
    try {
      const response = await this.follow(url);
      const { status } = response;
      if (status === 429 || status >= 500) return new Postponed(`${url.href} answered ${status}`, response);
      if (status >= 400) throw new SourceRefusal(url, status);
      return response.parse();
    } catch (error) {
      if (error instanceof SourceFault || error instanceof SourceUnavailable) throw error;
      return new Postponed(`${url.href} cannot be read (${describe(error)})`);
    }
  }

  /** Follows redirects inside of the origin; asks for a new token once when the source refuses the present one. */
  private async follow(start: URL): Promise<JsonResponse> {
    let url = start;
    let isTokenNew = false;
    for (let redirects = 0; redirects <= REDIRECTS_MAXIMUM;) {
      const response = await requestJson(url, { headers: await this.getHeaders() }, this.limits);
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        url = this.resolve(location, url);
        redirects += 1;
      } else if (response.status === 401 && this.access.credentials !== undefined && !isTokenNew) {
        this.access.credentials.discardToken();
        isTokenNew = true;
      } else return response;
    }
    throw new SourceFault(`${start.href} redirects more than ${REDIRECTS_MAXIMUM} times.`);
  }

  private async getHeaders(): Promise<Record<string, string>> {
    const { headers, credentials } = this.access;
    const token = await credentials?.getToken();
    return {
      accept: 'application/vnd.api+json, application/json;q=0.9',
      'user-agent': 'content-service import-jsonapi',
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
  }
}

/** An attempt that may succeed later. */
class Postponed {
  readonly retryAfterMs: number | undefined;

  /** @throws SourceUnavailable when the source asks for a pause that is too long */
  constructor(
    readonly reason: string,
    response?: JsonResponse,
  ) {
    const seconds = parseRetryAfter(response?.headers.get('retry-after') ?? null);
    if (seconds !== undefined && seconds > RETRY_AFTER_MAXIMUM_SECONDS)
      throw new SourceUnavailable(
        `${reason} and asks for a pause of ${Math.ceil(seconds)} seconds. --resume continues the import later.`,
      );
    this.retryAfterMs = seconds === undefined ? undefined : seconds * 1000;
  }
}

/** Seconds until the time of `Retry-After` (RFC 9110 §10.2.3: seconds or an HTTP date), or `undefined`. */
function parseRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = parseWholeNumber(text);
  if (seconds !== undefined) return seconds;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1000);
}

/** The reason of a failed connection, such as `ECONNREFUSED`. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}
