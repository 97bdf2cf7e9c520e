import { All, Controller, Req, Res, type Type } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  type ContentModel,
  ENTITY_TYPES,
  type Field,
  formatResourceTypeName,
  getFileRules,
} from '@content-service/bundles';
import { MethodNotAllowed, RouteNotFound } from './http.errors.js';
import { sendEmpty } from './send.js';

/** Methods by path pattern, without a slash at the beginning. */
export type MethodTable = Readonly<Record<string, readonly string[]>>;

const READ = ['GET', 'HEAD', 'OPTIONS'];
const UPLOAD = ['OPTIONS', 'POST'];

/** The first segment of the paths of menus, which is the name of no entity type. */
const MENU_ITEMS = 'menu_items';

/**
 * Paths below the prefix of the JSON:API (specification, «Endpoints»). `operations` and `events` cannot collide with a resource type,
 * which has two segments.
 */
export const ROUTES = {
  entryPoint: '',
  operations: 'operations',
  events: 'events',
  menuItems: `${MENU_ITEMS}/:menu`,
  collection: ':entityType/:bundle',
  entry: ':entityType/:bundle/:id',
  related: ':entityType/:bundle/:id/:field',
  relationship: ':entityType/:bundle/:id/relationships/:field',
} as const;

/** Matches every path below the prefix. */
export const UNKNOWN_PATH = '{*path}';

export const CONTENT_METHODS: MethodTable = {
  [ROUTES.entryPoint]: READ,
  [ROUTES.operations]: ['OPTIONS', 'POST'],
  [ROUTES.events]: READ,
  [ROUTES.menuItems]: READ,
  [ROUTES.collection]: [...READ, 'POST'],
  [ROUTES.entry]: [...READ, 'PATCH', 'DELETE'],
  [ROUTES.related]: READ,
  [ROUTES.relationship]: [...READ, 'POST', 'PATCH', 'DELETE'],
};

/** Endpoints of the reference implementation outside of the prefix. */
export const ROUTER_METHODS: MethodTable = {
  'router/translate-path': READ,
  subrequests: ['OPTIONS', 'POST'],
  'next/draft-url': ['OPTIONS', 'POST'],
};

/** Management API, called with a token. */
export const MANAGEMENT_METHODS: MethodTable = {
  'manage/settings/jsonapi': [...READ, 'PATCH'],
  'manage/settings/content': [...READ, 'PATCH'],
  'manage/settings/site': [...READ, 'PATCH'],
  'manage/settings/menus': [...READ, 'PATCH'],
  'manage/settings/cors': [...READ, 'PATCH'],
  'manage/settings/oauth': [...READ, 'PATCH'],
  'manage/settings/rate-limits': [...READ, 'PATCH'],
  'manage/api-clients': [...READ, 'POST'],
  'manage/api-clients/:id': [...READ, 'PATCH', 'DELETE'],
  'manage/api-clients/:id/secret': ['OPTIONS', 'POST'],
  'manage/api-clients/:id/tokens': ['OPTIONS', 'DELETE'],
  'manage/scopes': READ,
  'manage/content-model': READ,
  'manage/content-activity': READ,
  'manage/bundles': [...READ, 'POST'],
  'manage/bundles/:entityType/:bundle': [...READ, 'PATCH', 'DELETE'],
  'manage/bundles/:entityType/:bundle/fields': [...READ, 'POST'],
  'manage/bundles/:entityType/:bundle/fields/:name': [...READ, 'PATCH', 'DELETE'],
  'manage/users': [...READ, 'POST'],
  'manage/users/:id': [...READ, 'PATCH', 'DELETE'],
  'manage/users/:id/password-link': ['OPTIONS', 'POST'],
  'manage/users/:id/unlock': ['OPTIONS', 'POST'],
  'manage/users/:id/sessions': [...READ, 'DELETE'],
  'manage/users/:id/sessions/:session': ['OPTIONS', 'DELETE'],
  'manage/users/:id/grants': [...READ, 'DELETE'],
  'manage/users/:id/grants/:client': ['OPTIONS', 'DELETE'],
  'manage/roles': [...READ, 'POST'],
  'manage/roles/:name': [...READ, 'PATCH', 'DELETE'],
  'manage/audit-log': READ,
  'manage/audit-log/export': READ,
  'manage/keys': [...READ, 'POST'],
  'manage/query-plan': READ,
  'manage/events': READ,
  'manage/events/:id': READ,
  'manage/event-types': READ,
  'manage/consumers': READ,
  'manage/consumers/:name': ['OPTIONS', 'PATCH', 'DELETE'],
  'manage/consumers/:name/replay': ['OPTIONS', 'POST'],
  'manage/jobs': [...READ, 'POST'],
  'manage/jobs/:id': [...READ, 'PATCH'],
  'manage/bulk-actions': ['OPTIONS', 'POST'],
  'manage/bulk-actions/:job/undo': ['OPTIONS', 'POST'],
  'manage/imports': ['OPTIONS', 'POST'],
  'manage/me/views': [...READ, 'PATCH'],
  'manage/schedules': READ,
  'manage/schedules/:name': [...READ, 'PATCH'],
  'manage/schedules/:name/run': ['OPTIONS', 'POST'],
  'manage/entry-copies': READ,
  'manage/preview-sites': READ,
  'manage/previews': ['OPTIONS', 'POST'],
  'manage/entry-revisions': READ,
  'manage/entry-presence/:entry': ['OPTIONS', 'PUT', 'DELETE'],
  'manage/trash': READ,
  'manage/trash/:entry/restore': ['OPTIONS', 'POST'],
  'manage/entry-schedules': READ,
  'manage/entry-schedules/:entry/:action': ['OPTIONS', 'DELETE'],
  'manage/webhooks': [...READ, 'POST'],
  'manage/webhooks/:id': [...READ, 'PATCH', 'DELETE'],
  'manage/webhooks/:id/secret': ['OPTIONS', 'POST'],
  'manage/webhooks/:id/test': ['OPTIONS', 'POST'],
  'manage/webhooks/:id/replay': ['OPTIONS', 'POST'],
  'manage/webhooks/:id/deliveries': READ,
  'manage/webhooks/:id/deliveries/:delivery': READ,
  'manage/webhooks/:id/deliveries/:delivery/attempts/:attempt': READ,
  'manage/webhooks/:id/deliveries/:delivery/redeliver': ['OPTIONS', 'POST'],
};

/** Endpoints called with a browser session instead of a token. */
export const SESSION_METHODS: MethodTable = {
  'session/start': ['OPTIONS', 'POST'],
  'session/token': ['OPTIONS', 'POST'],
  'session/language': ['OPTIONS', 'POST'],
  'session/reauthenticate': ['OPTIONS', 'POST'],
  'session/end': ['OPTIONS', 'POST'],
};

/** OAuth endpoints called by clients. */
export const OAUTH_METHODS: MethodTable = {
  'oauth/token': ['POST', 'OPTIONS'],
  'oauth/revoke': ['POST', 'OPTIONS'],
  'oauth/introspect': ['POST', 'OPTIONS'],
};

/** Pages opened by browsers. */
export const PAGE_METHODS: MethodTable = {
  'oauth/authorize': ['GET', 'HEAD'],
  'oauth/authorize/decision': ['POST'],
  user: ['GET', 'HEAD'],
  'user/password': ['GET', 'HEAD', 'POST'],
  'user/password-link': ['GET', 'HEAD', 'POST'],
  'user/sessions': ['GET', 'HEAD', 'POST'],
  'user/consents': ['GET', 'HEAD', 'POST'],
  'user/login': ['GET', 'HEAD', 'POST'],
  'user/reauthenticate': ['GET', 'HEAD', 'POST'],
  'user/logout': ['POST'],
  'user/logo': ['GET', 'HEAD'],
  'user/icon': ['GET', 'HEAD'],
};

/** Metadata of the authorization server (RFC 8615). */
export const WELL_KNOWN_METHODS: MethodTable = {
  '.well-known/oauth-authorization-server{/*path}': ['GET', 'HEAD'],
  '.well-known/oauth-protected-resource{/*path}': ['GET', 'HEAD'],
  '.well-known/jwks.json': ['GET', 'HEAD'],
};

/** Files and pages of the administration. */
export const ADMIN_METHODS: MethodTable = {
  admin: ['GET', 'HEAD'],
  'admin/*path': ['GET', 'HEAD'],
};

/** The parts of an Express request that select its methods. */
type MatchedRequest = Pick<Request, 'route' | 'params'>;

/**
 * The methods of a JSON:API path; `undefined` for a path outside `ROUTES`. Entity types that are not `writable` here,
 * such as users, are read-only; unknown ones count as writable, since a later check reports them. Files are uploaded by POST to
 * the paths of the fields for them: that of a new file takes the place of an entry, that of a host's field lists its files.
 */
export function getContentMethods(
  { route, params }: MatchedRequest,
  model: ContentModel,
): readonly string[] | undefined {
  const { path } = route as { readonly path: string };
  if (path.endsWith(UNKNOWN_PATH)) return undefined;
  const pattern = Object.keys(CONTENT_METHODS).find((key) => key !== '' && path.endsWith(`/${key}`)) ?? '';
  const writable = ENTITY_TYPES.find((type) => type.name === params['entityType'])?.writable ?? true;
  // The path of a menu has the form of one of a collection, to which a POST would be routed.
  if (pattern === ROUTES.collection && params['entityType'] === MENU_ITEMS) return READ;
  if (writable === false || (writable === 'existing' && pattern === ROUTES.collection)) return READ;
  if (pattern === ROUTES.entry && findFileField(params, params['id'], model) !== undefined) return UPLOAD;
  if (pattern === ROUTES.related && findFileField(params, params['field'], model) !== undefined)
    return [...READ, 'POST'];
  return CONTENT_METHODS[pattern];
}

/** The field for files that a segment of a path names. */
export function findFileField(
  { entityType, bundle }: Request['params'],
  segment: unknown,
  model: ContentModel,
): Field | undefined {
  const type = model.find(formatResourceTypeName(String(entityType), String(bundle)));
  const field = typeof segment === 'string' ? type?.fields.get(segment) : undefined;
  return field !== undefined && getFileRules(field) !== undefined ? field : undefined;
}

/** The key under which a guard leaves the content model for the route that answers all methods without a controller. */
const MODEL = Symbol('content model');

type RequestWithModel = Request & { [MODEL]?: ContentModel };

export function setContentModel(request: Request, model: ContentModel): void {
  (request as RequestWithModel)[MODEL] = model;
}

/** As `getContentMethods`, by the model that the guard has left. */
export function getMethodsBehindGuard(request: Request): readonly string[] | undefined {
  const { [MODEL]: model } = request as RequestWithModel;
  return model === undefined ? undefined : getContentMethods(request, model);
}

interface FallbackOptions {
  readonly table: MethodTable;
  /** Pattern of the paths that are 404 after the guards; guards run on routes only. */
  readonly unknownPath?: string;
  /** The methods of a request, `undefined` for `unknownPath`; by default looked up in the table. */
  readonly findMethods?: (request: Request) => readonly string[] | undefined;
  /** Called before 404 and 405; throws what has precedence. */
  readonly beforeRefusal?: (request: Request) => void;
  /** Guards and filters of the interface. */
  readonly decorators?: readonly ClassDecorator[];
}

/**
 * Creates the controller for every method that the other controllers of a module do not handle: OPTIONS is 204 where the
 * table has it, all others are 405, both with `Allow`. It must be the last controller, since routes match in order.
 */
export function createFallbackController({
  table,
  unknownPath,
  findMethods = ({ route }) => table[(route as { readonly path: string }).path.slice(1)],
  beforeRefusal,
  decorators = [],
}: FallbackOptions): Type<object> {
  @Controller()
  class FallbackController {
    /** @throws RouteNotFound, MethodNotAllowed and the errors of `beforeRefusal` */
    @All([...Object.keys(table), ...(unknownPath === undefined ? [] : [unknownPath])])
    handle(@Req() request: Request, @Res() response: Response): void {
      const { method } = request;
      const methods = findMethods(request);
      if (method === 'OPTIONS' && methods?.includes('OPTIONS') === true) {
        response.setHeader('Allow', methods.join(', '));
        sendEmpty(response);
        return;
      }
      beforeRefusal?.(request);
      throw methods === undefined ? new RouteNotFound() : new MethodNotAllowed(method, methods);
    }
  }
  for (const decorate of decorators) decorate(FallbackController);
  return FallbackController;
}
