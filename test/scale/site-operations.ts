import { get, operation, type Operation } from './operation.js';

const VIEW = { name: 'Drafts', resourceType: 'node--article', search: { status: 'unpublished' } };

const settings = (name: string, change: (n: number) => object): readonly Operation[] => {
  const path = `/manage/settings/${name}`;
  return [get(`GET ${path}`), operation(`PATCH ${path}`, ({ manager }, n) => manager.patch(path, change(n)))];
};

const createStyle = (n: number): object => ({
  ...{ name: 'large', label: 'Large', width: 1 + (n % 4096) },
  ...{ fit: 'inside', format: 'webp', quality: 80, enlarge: false },
});

/** Settings, and answers that do not depend on objects. */
export const SITE_OPERATIONS: readonly Operation[] = [
  ...settings('jsonapi', (n) => ({ publicMaxAgeSeconds: n })),
  ...settings('cors', (n) => ({ allowedOrigins: [`https://${n}.example`] })),
  ...settings('oauth', (n) => ({ refreshReuseGraceSeconds: n })),
  ...settings('menus', (n) => ({ menus: [{ name: 'main', label: `Main ${n}` }] })),
  ...settings('rate-limits', () => ({ rateLimits: 'none' })),
  ...settings('content', (n) => ({ imageStyles: [createStyle(n)] })),
  ...settings('site', (n) => ({ name: `Site ${n}` })),
  get('GET /manage/preview-sites'),
  get('GET /manage/keys'),
  operation('POST /manage/keys', ({ manager }) => manager.post('/manage/keys'), { status: 200 }),
  get('GET /manage/scopes'),
  get('GET /manage/query-plan', '/manage/query-plan?url=/api/node/article'),
  get('GET /manage/me/views'),
  operation('PATCH /manage/me/views', ({ manager }, n) =>
    manager.patch('/manage/me/views', { views: [{ ...VIEW, name: `Drafts ${n}` }] }),
  ),
  get('GET /openapi.json'),
  operation(
    'GET /openapi.json',
    ({ manager }, _, tag) => manager.get('/openapi.json', { 'If-None-Match': tag }),
    {
      variant: 'that has not changed',
      status: 304,
      prepare: async ({ manager }) => (await manager.get('/openapi.json')).headers['etag'] ?? '',
    },
  ),
  get('GET /docs'),
  get('GET /.well-known/oauth-authorization-server'),
  get('GET /.well-known/oauth-protected-resource'),
  get('GET /.well-known/jwks.json'),
  get('GET /health/live'),
  get('GET /health/startup'),
  get('GET /health/ready'),
];
