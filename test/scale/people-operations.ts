import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import type { ContentSite } from './content-site.js';
import { CALLBACK, PASSWORD, SECRET } from '../support/oauth-site.js';
import { get, operation, type Operation } from './operation.js';

const USER = '/manage/users/{id}';
const CLIENT = '/manage/api-clients/{id}';
const ROLE = '/manage/roles/{name}';
/** Credentials of the client that every test application has. */
const CREDENTIALS = { client_id: 'administrator', client_secret: SECRET };

const getUser = ({ objects }: ContentSite, n: number): string => `/manage/users/${objects.users[n] ?? ''}`;

const createUser = ({ manager }: ContentSite): Promise<Response> =>
  manager.post('/manage/users', { name: `user-${randomUUID()}`, role: 'member', password: PASSWORD });

const createClient = ({ manager }: ContentSite): Promise<Response> =>
  manager.post('/manage/api-clients', { label: 'New', allowedScopes: ['member'] });

const createRole = ({ manager }: ContentSite): Promise<Response> =>
  manager.post('/manage/roles', { name: `role_${randomUUID().slice(0, 8)}`, label: 'New', scopes: [] });

const getId = ({ body }: Response): string => (body as { id: string }).id;

const prepareUser = async (site: ContentSite): Promise<string> =>
  `/manage/users/${getId(await createUser(site))}`;
const prepareClient = async (site: ContentSite): Promise<string> =>
  `/manage/api-clients/${getId(await createClient(site))}`;
const prepareRole = async (site: ContentSite): Promise<string> =>
  `/manage/roles/${((await createRole(site)).body as { name: string }).name}`;

const postInSession = async (
  { managed }: ContentSite,
  path: string,
  cookie: string,
  body: object = {},
): Promise<Response> =>
  managed.anonymous().post(path, body, { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' });
const getCookie = async (site: ContentSite): Promise<string> => (await site.signIn()).cookie;

const postForm = (
  { managed }: ContentSite,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<Response> => managed.oauth.postForm(path, { ...CREDENTIALS, ...form });

export const PEOPLE_OPERATIONS: readonly Operation[] = [
  get('GET /manage/users'),
  operation(
    'GET /manage/users',
    ({ manager }, _, cursor) => manager.get(`/manage/users?limit=10&cursor=${cursor}`),
    {
      variant: 'on the second page',
      prepare: async ({ manager }) => String((await manager.get('/manage/users?limit=10')).body.next),
    },
  ),
  get(`GET ${USER}`, getUser),
  operation('POST /manage/users', createUser),
  operation(`PATCH ${USER}`, (site, n) =>
    site.manager.patch(getUser(site, n), { displayName: `Reader ${n}` }),
  ),
  operation(`DELETE ${USER}`, ({ manager }, _, path) => manager.delete(path), { prepare: prepareUser }),
  operation(`POST ${USER}/unlock`, (site, n) => site.manager.post(`${getUser(site, n)}/unlock`, {}), {
    status: 204,
  }),
  operation(
    `POST ${USER}/password-link`,
    (site, n) => site.manager.post(`${getUser(site, n)}/password-link`, {}),
    { status: 201 },
  ),
  get(`GET ${USER}/sessions`, (site) => `${getUser(site, 5)}/sessions`),
  operation(`DELETE ${USER}/sessions/{session}`, ({ manager }, _, path) => manager.delete(path), {
    prepare: async (site) =>
      `${getUser(site, 5)}/sessions/${await site.objects.startSession(site.objects.users[5] ?? '')}`,
  }),
  operation(`DELETE ${USER}/sessions`, ({ manager }, _, path) => manager.delete(path), {
    prepare: async (site) => {
      await site.objects.startSession(site.objects.users[6] ?? '');
      return `${getUser(site, 6)}/sessions`;
    },
  }),
  get(`GET ${USER}/grants`, (site) => `${getUser(site, 7)}/grants`),
  operation(`DELETE ${USER}/grants/{client}`, ({ manager }, _, path) => manager.delete(path), {
    prepare: async (site) =>
      `${getUser(site, 7)}/grants/${await site.objects.grant(site.objects.users[7] ?? '')}`,
  }),
  operation(`DELETE ${USER}/grants`, ({ manager }, _, path) => manager.delete(path), {
    prepare: async (site) => {
      await site.objects.grant(site.objects.users[8] ?? '');
      return `${getUser(site, 8)}/grants`;
    },
  }),
  get('GET /manage/roles'),
  get(`GET ${ROLE}`, '/manage/roles/member'),
  operation('POST /manage/roles', createRole),
  operation(`PATCH ${ROLE}`, ({ manager }, n, path) => manager.patch(path, { label: `Role ${n}` }), {
    prepare: prepareRole,
  }),
  operation(`DELETE ${ROLE}`, ({ manager }, _, path) => manager.delete(path), { prepare: prepareRole }),
  operation(`DELETE ${ROLE}`, ({ manager }) => manager.delete('/manage/roles/member'), {
    variant: 'of users',
    status: 409,
  }),
  get('GET /manage/api-clients'),
  get(`GET ${CLIENT}`, '/manage/api-clients/reader'),
  operation('POST /manage/api-clients', createClient),
  operation(`PATCH ${CLIENT}`, ({ manager }, n, path) => manager.patch(path, { label: `Client ${n}` }), {
    prepare: prepareClient,
  }),
  operation(`POST ${CLIENT}/secret`, ({ manager }, _, path) => manager.post(`${path}/secret`, {}), {
    status: 200,
    prepare: prepareClient,
  }),
  operation(`DELETE ${CLIENT}/tokens`, ({ manager }, _, path) => manager.delete(`${path}/tokens`), {
    prepare: prepareClient,
  }),
  operation(`DELETE ${CLIENT}`, ({ manager }, _, path) => manager.delete(path), { prepare: prepareClient }),
  operation(
    'POST /session/start',
    (site, _, name) => postInSession(site, '/session/start', '', { name, password: PASSWORD }),
    { status: 204, prepare: async ({ managed }) => (await managed.signIn()).name },
  ),
  operation('POST /session/token', (site, _, cookie) => postInSession(site, '/session/token', cookie), {
    status: 200,
    prepare: getCookie,
  }),
  operation(
    'POST /session/reauthenticate',
    (site, _, cookie) => postInSession(site, '/session/reauthenticate', cookie, { password: PASSWORD }),
    { status: 204, prepare: getCookie },
  ),
  operation(
    'POST /session/language',
    (site, _, cookie) => postInSession(site, '/session/language', cookie, { language: 'de' }),
    { status: 204, prepare: getCookie },
  ),
  operation('POST /session/end', (site, _, cookie) => postInSession(site, '/session/end', cookie), {
    status: 204,
    prepare: async ({ managed }) => (await managed.signIn()).cookie,
  }),
  operation(
    'POST /oauth/token',
    (site) => postForm(site, '/oauth/token', { grant_type: 'client_credentials' }),
    {
      status: 200,
    },
  ),
  operation('POST /oauth/introspect', (site, _, token) => postForm(site, '/oauth/introspect', { token }), {
    status: 200,
    prepare: ({ managed }) => managed.issueToken('administrator', ['member']),
  }),
  operation('POST /oauth/revoke', (site, _, token) => postForm(site, '/oauth/revoke', { token }), {
    status: 200,
    prepare: ({ managed }) => managed.issueToken('administrator', ['member']),
  }),
  operation('GET /oauth/authorize', ({ managed }, _, path) => managed.anonymous().get(path), {
    status: 302,
    prepare: async ({ managed }) => {
      const { id } = await managed.oauth.client();
      return `/oauth/authorize?response_type=code&client_id=${id}&redirect_uri=${encodeURIComponent(CALLBACK)}`;
    },
  }),
];
