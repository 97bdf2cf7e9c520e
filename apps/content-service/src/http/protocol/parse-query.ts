import type { Request } from 'express';

/** Parses the query of a request. The query parser of Express is off, since the JSON:API has a grammar of its own. */
export function parseQuery({ originalUrl }: Pick<Request, 'originalUrl'>): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : originalUrl.slice(at + 1));
}
