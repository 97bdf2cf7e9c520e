import { parseWholeNumber } from '@content-service/kernel';
import { type RequestLimits, requestJson } from './request-json.js';
import { SourceUnavailable } from './source.errors.js';

/** A token is renewed so long before its end, so that it does not expire on its way. */
const MARGIN_SECONDS = 30;
/** For answers without `expires_in` (RFC 6749 §5.1 recommends it only). */
const LIFETIME_SECONDS = 300;

export interface ClientCredentialsOptions {
  readonly tokenUrl: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes, separated by spaces. */
  readonly scope?: string | undefined;
}

/** Access tokens of the client credentials grant (RFC 6749 §4.4), as simple_oauth of Drupal issues them. */
export class ClientCredentials {
  private token: { readonly text: string; readonly endsAt: number } | undefined;

  constructor(
    private readonly options: ClientCredentialsOptions,
    private readonly limits: RequestLimits,
  ) {}

  /** The present token, or a new one when it is about to expire. @throws SourceUnavailable when none is issued */
  async getToken(): Promise<string> {
    const now = Date.now() / 1000;
    if (this.token === undefined || this.token.endsAt - MARGIN_SECONDS <= now)
      this.token = await this.requestToken(now);
    return this.token.text;
  }

  /** Makes the next call of `getToken` ask for a new token. */
  discardToken(): void {
    this.token = undefined;
  }

  private async requestToken(now: number): Promise<{ text: string; endsAt: number }> {
    const { tokenUrl, clientId, clientSecret, scope } = this.options;
    const body = new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      ...(scope === undefined ? {} : { scope }),
    });
    const response = await requestJson(tokenUrl, { method: 'POST', body }, this.limits);
    const { status } = response;
    if (status === 429 || status >= 500) throw new Error(`${tokenUrl.href} answered ${status}`);
    const answer = response.parse();
    const text = answer['access_token'];
    if (status !== 200 || typeof text !== 'string') {
      const reason = answer['error_description'] ?? answer['error'];
      const detail = typeof reason === 'string' ? `: ${reason}` : '.';
      throw new SourceUnavailable(`${tokenUrl.href} issued no token; it answered ${status}${detail}`);
    }
    const { expires_in: lifetime } = answer;
    const seconds = parseWholeNumber(
      typeof lifetime === 'string' ? lifetime : JSON.stringify(lifetime ?? ''),
    );
    return { text, endsAt: now + (seconds ?? LIFETIME_SECONDS) };
  }
}
