import type { Request } from 'express';

/** The query of a request. Express is told not to read it, since the content interface has a grammar of its own. */
export function queryOf({ originalUrl }: Pick<Request, 'originalUrl'>): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : originalUrl.slice(at + 1));
}
