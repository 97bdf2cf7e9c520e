import type { Request } from 'express';
import { ENTITY_TYPES } from '@content-service/bundles';

/** The paths below the prefix (specification, «Endpoints»); resource types have two segments, so none is called `operations`. */
export const ROUTES = {
  entryPoint: '',
  operations: 'operations',
  collection: ':entityType/:bundle',
  entry: ':entityType/:bundle/:id',
  related: ':entityType/:bundle/:id/:field',
  relationship: ':entityType/:bundle/:id/relationships/:field',
} as const;

/** Every other path below the prefix. */
export const UNKNOWN_PATH = '{*path}';

type Route = keyof typeof ROUTES;

const READ = ['GET', 'HEAD', 'OPTIONS'];

const METHODS: Readonly<Record<Route, readonly string[]>> = {
  entryPoint: READ,
  operations: ['OPTIONS', 'POST'],
  collection: [...READ, 'POST'],
  entry: [...READ, 'PATCH', 'DELETE'],
  related: READ,
  relationship: [...READ, 'POST', 'PATCH', 'DELETE'],
};

/**
 * The methods of a path; `undefined` where nothing is served, whatever the method. Entries of some types are only read
 * here, such as users, who are managed as accounts; unknown types count as writable, since that they do not exist is
 * said later.
 */
export function allowedMethods({
  route,
  params,
}: Pick<Request, 'route' | 'params'>): readonly string[] | undefined {
  const { path: pattern } = route as { readonly path: string };
  if (pattern.endsWith(UNKNOWN_PATH)) return undefined;
  const [name = 'entryPoint'] = BELOW_ENTRY_POINT.find(([, path]) => pattern.endsWith(`/${path}`)) ?? [];
  const entityType = ENTITY_TYPES.find((type) => type.name === params['entityType']);
  return (entityType?.writable ?? true) ? METHODS[name] : READ;
}

const BELOW_ENTRY_POINT = (Object.entries(ROUTES) as [Route, string][]).filter(([, path]) => path !== '');
