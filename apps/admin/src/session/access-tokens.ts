/** What `POST /session/token` gives. */
export interface SessionAnswer {
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

/** A token is not used in its last seconds, in which it might end on the way. */
const MARGIN_MS = 30_000;

/** The access token of who is signed in. It is kept in memory alone, and a new one is asked for before it ends. */
export class AccessTokens {
  private current: { readonly token: string; readonly usableUntil: number } | undefined;
  private asking: Promise<string> | undefined;

  /**
   * @param ask gets a new one from the service
   * @param now milliseconds of a clock that nobody sets
   */
  constructor(
    private readonly ask: () => Promise<SessionAnswer>,
    private readonly now: () => number,
  ) {}

  /** One that can be used now. */
  get(): Promise<string> {
    if (this.current !== undefined && this.now() < this.current.usableUntil)
      return Promise.resolve(this.current.token);
    return this.renew();
  }

  /** A new one, also where the present one should still do. Who asks at the same moment gets the same. */
  renew(): Promise<string> {
    this.asking ??= this.askNow().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  private async askNow(): Promise<string> {
    const asked = this.now();
    const { access_token: token, expires_in: seconds } = await this.ask();
    this.current = { token, usableUntil: asked + seconds * 1000 - MARGIN_MS };
    return token;
  }
}
