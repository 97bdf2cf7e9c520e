import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { DomainError } from '@content-service/kernel';
import { type AttemptLimits, describeFailure, isPassing, Postponed, tryRepeatedly } from './attempts.js';
import type { SourceAccess } from './source-client.js';
import { FileNotFetched, SourceUnavailable } from './source.errors.js';

const REDIRECTS_MAXIMUM = 5;

/** So many files in a row that cannot be read are a source that cannot: the import ends, and can be resumed. */
const FAILURES_MAXIMUM = 10;

export interface FileLimits extends AttemptLimits {
  /** Without a byte for so long, an attempt has failed. */
  readonly idleMs: number;
  /** For one attempt with the whole file. */
  readonly timeoutMs: number;
}

export const FILE_LIMITS: FileLimits = {
  idleMs: 60_000,
  timeoutMs: 3_600_000,
  attempts: 3,
  backoffMs: 1000,
};

/**
 * Fetches files of a site. Addresses are on the origin of the site, or on others that the operator names; the rest is refused,
 * of redirects too, so that a document cannot lead the import into a private network. Headers and tokens go to the origin of
 * the site alone. Bodies are not decompressed, so that a small answer cannot become large.
 */
export class FileClient {
  private failures = 0;

  /**
   * @param origin of the site
   * @param others further origins, such as that of a content delivery network
   */
  constructor(
    private readonly origin: string,
    private readonly others: readonly string[],
    private readonly access: SourceAccess,
    private readonly limits: FileLimits = FILE_LIMITS,
  ) {}

  /** @param address absolute, or below the origin of the site. @throws FileNotFetched for an address that is not fetched */
  resolve(address: string, base = this.origin): URL {
    if (!URL.canParse(address, base)) throw new FileNotFetched('Its address is malformed.');
    const url = new URL(address, base);
    if (url.username !== '' || url.password !== '') throw new FileNotFetched('Its address has a password.');
    if (url.origin !== this.origin && !this.others.includes(url.origin))
      throw new FileNotFetched(
        `It lies outside of the site, at ${url.origin}; --file-origin ${url.origin} fetches it from there.`,
      );
    return url;
  }

  /**
   * Fetches a file; tries again, with growing pauses, when the source is overloaded or the connection fails.
   *
   * @param receive reads the body; called again for each attempt
   * @param signal ends the attempt
   * @throws FileNotFetched when the file cannot be had, SourceUnavailable when the source fails for one file after the other,
   *   and what `receive` throws
   */
  async fetch<Result>(
    url: URL,
    receive: (body: Readable) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const outcome = await tryRepeatedly(this.limits, () => this.attempt(url, receive, signal));
    if (!(outcome instanceof Postponed)) {
      this.failures = 0;
      return outcome;
    }
    this.failures += 1;
    const reason = `${outcome.reason}, ${this.limits.attempts} times.`;
    if (this.failures < FAILURES_MAXIMUM) throw new FileNotFetched(reason);
    throw new SourceUnavailable(
      `${FAILURES_MAXIMUM} files in a row could not be fetched, the last one at ${url.href}. ${reason} ` +
        '--resume continues the import later.',
    );
  }

  private async attempt<Result>(
    url: URL,
    receive: (body: Readable) => Promise<Result>,
    ended: AbortSignal,
  ): Promise<Result | Postponed> {
    const { timeoutMs } = this.limits;
    // Both are given up after the attempt, of which a site has many.
    const controller = new AbortController();
    const end = (): void => {
      controller.abort();
    };
    const timer = setTimeout(end, timeoutMs);
    ended.addEventListener('abort', end);
    let response: IncomingMessage | undefined;
    try {
      response = await this.follow(url, controller.signal);
      const { statusCode: status = 0, headers } = response;
      if (isPassing(status))
        return new Postponed(`The source answered ${status}`, headers['retry-after'] ?? null);
      assertFile(status, headers['content-type'] ?? '');
      return await receive(response);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      ended.throwIfAborted();
      if (controller.signal.aborted)
        throw new FileNotFetched(`It did not arrive within ${Math.round(timeoutMs / 1000)} seconds.`);
      return new Postponed(`It could not be read (${describeFailure(error)})`);
    } finally {
      clearTimeout(timer);
      ended.removeEventListener('abort', end);
      response?.destroy();
    }
  }

  /** Follows redirects; asks for a new token once when the site refuses the present one. */
  private async follow(start: URL, signal: AbortSignal): Promise<IncomingMessage> {
    let url = start;
    let isTokenNew = false;
    for (let redirects = 0; redirects <= REDIRECTS_MAXIMUM;) {
      const response = await this.request(url, signal);
      const { statusCode: status = 0, headers } = response;
      const { location } = headers;
      if (status >= 300 && status < 400 && location !== undefined) {
        response.destroy();
        url = this.resolve(location, url.href);
        redirects += 1;
      } else if (status === 401 && url.origin === this.origin && this.access.credentials && !isTokenNew) {
        response.destroy();
        this.access.credentials.discardToken();
        isTokenNew = true;
      } else return response;
    }
    throw new FileNotFetched(`The source redirects more than ${REDIRECTS_MAXIMUM} times.`);
  }

  private async request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const headers = await this.getHeaders(url);
    const { idleMs } = this.limits;
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      let response: IncomingMessage | undefined;
      const request = send(url, { headers, signal }, (received) => {
        response = received;
        resolve(received);
      });
      request.on('error', reject);
      request.setTimeout(idleMs, () => {
        (response ?? request).destroy(new Error(`no byte for ${Math.round(idleMs / 1000)} seconds`));
      });
      request.end();
    });
  }

  private async getHeaders({ origin }: URL): Promise<Record<string, string>> {
    const agent = { 'user-agent': 'content-service import-jsonapi' };
    const encoding = { 'accept-encoding': 'identity' };
    if (origin !== this.origin) return { ...agent, ...encoding };
    const { headers, credentials } = this.access;
    const token = await credentials?.getToken();
    return {
      ...{ ...agent, ...headers, ...encoding },
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
  }
}

/** @throws FileNotFetched for an answer that is not the file */
function assertFile(status: number, type: string): void {
  if (status === 401 || status === 403)
    throw new FileNotFetched(
      `The source answered ${status}: give credentials of a user who may read the file, and import again.`,
    );
  if (status === 404 || status === 410)
    throw new FileNotFetched(`The source answered ${status}, so it does not have the file.`);
  if (status !== 200) throw new FileNotFetched(`The source answered ${status}.`);
  if (/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type))
    throw new FileNotFetched('The source answered with a page, such as one to sign in, instead of the file.');
}
