const READ = ['GET', 'HEAD', 'OPTIONS'];

/** Every path of the management API and its methods. */
export const MANAGEMENT_METHODS: Readonly<Record<string, readonly string[]>> = {
  'manage/settings/jsonapi': [...READ, 'PATCH'],
  'manage/settings/cors': [...READ, 'PATCH'],
  'manage/settings/oauth': [...READ, 'PATCH'],
  'manage/api-clients': [...READ, 'POST'],
  'manage/api-clients/:id': [...READ, 'PATCH', 'DELETE'],
  'manage/api-clients/:id/secret': ['OPTIONS', 'POST'],
  'manage/api-clients/:id/tokens': ['OPTIONS', 'DELETE'],
  'manage/scopes': READ,
  'manage/content-model': READ,
  'manage/bundles': [...READ, 'POST'],
  'manage/bundles/:entityType/:bundle': [...READ, 'PATCH', 'DELETE'],
  'manage/bundles/:entityType/:bundle/fields': [...READ, 'POST'],
  'manage/bundles/:entityType/:bundle/fields/:name': [...READ, 'PATCH', 'DELETE'],
  'manage/users': [...READ, 'POST'],
  'manage/users/:id': [...READ, 'PATCH', 'DELETE'],
  'manage/roles': [...READ, 'POST'],
  'manage/roles/:name': [...READ, 'PATCH', 'DELETE'],
  'manage/audit-log': READ,
  'manage/keys': [...READ, 'POST'],
};

/** Those that come with a browser session instead of a token. */
export const SESSION_METHODS: Readonly<Record<string, readonly string[]>> = {
  'session/token': ['OPTIONS', 'POST'],
  'session/end': ['OPTIONS', 'POST'],
};
