/** The response of `POST /session/token`. */
export interface SessionResponse {
  readonly access_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly user: SessionUser;
}

export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly role: string;
}

/** A token is renewed this long before its end, so that it does not expire during a request. */
const MARGIN_MS = 30_000;

/** The access token of the session, kept in memory only and renewed before it expires. */
export class AccessTokenCache {
  private current: { readonly token: string; readonly usableUntil: number } | undefined;
  private pending: Promise<string> | undefined;

  /**
   * @param requestToken requests a new token from the service
   * @param now milliseconds of a monotonic clock
   */
  constructor(
    private readonly requestToken: () => Promise<SessionResponse>,
    private readonly now: () => number,
  ) {}

  /** The present token, or a new one near its end. */
  get(): Promise<string> {
    if (this.current !== undefined && this.now() < this.current.usableUntil)
      return Promise.resolve(this.current.token);
    return this.renew();
  }

  /** A new token. Concurrent calls share one request. */
  renew(): Promise<string> {
    this.pending ??= this.fetchToken().finally(() => {
      this.pending = undefined;
    });
    return this.pending;
  }

  private async fetchToken(): Promise<string> {
    const requestedAt = this.now();
    const { access_token: token, expires_in: seconds } = await this.requestToken();
    this.current = { token, usableUntil: requestedAt + seconds * 1000 - MARGIN_MS };
    return token;
  }
}
