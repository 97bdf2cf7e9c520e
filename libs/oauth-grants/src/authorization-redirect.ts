import type { OAuthError } from './oauth.errors.js';

/** The way back to the client, after its redirect URI was proven to be its own. */
export class AuthorizationRedirect {
  /**
   * @param state what the client gave, comes back byte for byte
   * @param issuer who answers, so that a client of several servers knows (RFC 9207)
   */
  constructor(
    readonly uri: string,
    private readonly state: string | undefined,
    private readonly issuer: string,
  ) {}

  withCode(code: string): string {
    return this.with({ code });
  }

  withError({ error, message, hint }: OAuthError): string {
    return this.with({ error, error_description: message, hint });
  }

  /** A query that the URI has stays as it is (RFC 6749 §3.1.2). */
  private with(answer: Readonly<Record<string, string | undefined>>): string {
    const given = Object.entries({ ...answer, state: this.state, iss: this.issuer }).filter(
      (member): member is [string, string] => member[1] !== undefined,
    );
    return this.uri + joint(this.uri) + new URLSearchParams(given).toString();
  }
}

function joint(uri: string): string {
  if (!uri.includes('?')) return '?';
  return /[?&]$/.test(uri) ? '' : '&';
}
