import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';

/** 256 bits, as `newSessionId` makes them: whatever else stands in the cookie was not put there by us. */
const SESSION_ID = /^[A-Za-z0-9_-]{43}$/;

/**
 * The cookie that holds the id of a browser's session. It ends with the browser; whether it still means anything is
 * known here, not there.
 */
export class SessionCookie {
  private readonly name: string;
  private readonly attributes: string;

  /** @param baseUrl over https only this host can set the cookie, for any of its pages (RFC 6265bis §4.1.3.2) */
  constructor(baseUrl: string) {
    const secure = baseUrl.startsWith('https:');
    this.name = secure ? '__Host-session' : 'session';
    // Lax, because a client's page leads here: a strict cookie would not come along to the authorization endpoint.
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  }

  /** The id that came with a request. Of several the browser sends the most specific one first. */
  read({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const value = pairs.find((pair) => pair.startsWith(`${this.name}=`))?.slice(this.name.length + 1);
    return value !== undefined && SESSION_ID.test(value) ? value : undefined;
  }

  set(response: Response, id: string): void {
    response.setHeader('Set-Cookie', `${this.name}=${id}; ${this.attributes}`);
  }

  clear(response: Response): void {
    response.setHeader('Set-Cookie', `${this.name}=; ${this.attributes}; Max-Age=0`);
  }
}
