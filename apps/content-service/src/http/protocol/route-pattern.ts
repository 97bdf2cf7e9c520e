import type { Request } from 'express';

/** The route pattern of a request that no route matched. */
export const NO_ROUTE = '(none)';

/** The pattern of the matched route, such as `/manage/users/:id`, which contains no text of the client. */
export function getRoutePattern({ route }: Request): string {
  const path: unknown = (route as { readonly path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : NO_ROUTE;
}
