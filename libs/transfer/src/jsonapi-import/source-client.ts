import type { JsonObject } from '@content-service/kernel';
import { type AttemptLimits, describeFailure, isPassing, Postponed, tryRepeatedly } from './attempts.js';
import type { ClientCredentials } from './client-credentials.js';
import { type JsonResponse, type RequestLimits, requestJson } from './request-json.js';
import { SourceFault, SourceRefusal, SourceUnavailable } from './source.errors.js';

const REDIRECTS_MAXIMUM = 5;
export interface SourceLimits extends RequestLimits, AttemptLimits {}

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
    const outcome = await tryRepeatedly(this.limits, () => this.attempt(url));
    if (!(outcome instanceof Postponed)) return outcome;
    throw new SourceUnavailable(
      `${outcome.reason}, ${this.limits.attempts} times. --resume continues the import later.`,
    );
  }

  private async attempt(url: URL): Promise<JsonObject | Postponed> {
    try {
      const response = await this.follow(url);
      const { status } = response;
      if (isPassing(status))
        return new Postponed(`${url.href} answered ${status}`, response.headers.get('retry-after'));
      if (status >= 400) throw new SourceRefusal(url, status);
      return response.parse();
    } catch (error) {
      if (error instanceof SourceFault || error instanceof SourceUnavailable) throw error;
      return new Postponed(`${url.href} cannot be read (${describeFailure(error)})`);
    }
  }

  /** Follows redirects inside of the origin; asks for a new token once when the source refuses the current one. */
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
