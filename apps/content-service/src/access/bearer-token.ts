import type { IncomingMessage } from 'node:http';
import { DomainError } from '@content-service/kernel';

/** There is an Authorization header, but not exactly `Bearer`, one space and one token (specification, «Bearer header»). */
export class BearerMalformed extends DomainError {
  constructor() {
    super('token_rejected', 'Missing Bearer token: send exactly Bearer, one space and the token');
  }
}

/**
 * The token of the request's Authorization header; `undefined` when it has none. A token in the query or the body does
 * not exist (RFC 9700 §4.3.2).
 *
 * @throws BearerMalformed
 */
export function bearerToken(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (token === undefined || occursTwice(request.rawHeaders)) throw new BearerMalformed();
  return token;
}

/** Node keeps the first of several Authorization headers and is silent about the others. */
function occursTwice(rawHeaders: readonly string[]): boolean {
  const names = rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 'authorization'.length);
  return names.filter((name) => name.toLowerCase() === 'authorization').length > 1;
}
