import type { IncomingMessage } from 'node:http';

/**
 * Whether the browser says that a form was sent from somebody else's page. Browsers that say nothing pass: the token in
 * the form decides there.
 *
 * @param origin our own
 */
export function isFromElsewhere({ headers }: Pick<IncomingMessage, 'headers'>, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  // `none`: the user did it without any page.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  // Our own pages send `null`, since their addresses shall not be told to anybody (Fetch, «Origin header»).
  return headers.origin !== undefined && headers.origin !== 'null' && headers.origin !== origin;
}
