import { readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import request, { type Response } from 'supertest';
import { ManagedSite, type SignedInUser } from '../support/managed-site.js';

/** Not in the database; for an entity type without scopes of its own, the scopes of all types suffice. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Such as `/manage/users/{id}`. */
  readonly path: string;
}

/** A row of the table in `docs/security.md`. */
interface Row extends Route {
  readonly scopes: readonly string[];
  readonly needsRecentLogin: boolean;
}

const ROWS = parseRows(readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8'));
const CHANGES = ROWS.filter(({ method }) => method !== 'get');

describe('the management routes of docs/security.md', () => {
  let site: ManagedSite;
  let member: SignedInUser;
  let stale: string;
  beforeAll(async () => {
    site = await ManagedSite.start();
    const administrator = await site.signIn();
    site.app.clock.advance(601);
    member = await site.signIn('member');
    stale = await requestToken(administrator);
  });
  afterAll(() => site.stop());

  async function requestToken({ cookie }: SignedInUser): Promise<string> {
    const { body } = await request(site.app.nest.getHttpServer())
      .post('/session/token')
      .set({ Cookie: cookie, Origin: site.oauth.url })
      .send({});
    return String((body as { access_token?: string }).access_token);
  }
  const send = ({ method, path }: Route, token: string): Promise<Response> =>
    site.app.api.withAuthorization(`Bearer ${token}`).send(method, path.replaceAll(/\{\w+\}/g, UNKNOWN), {
      ...(method === 'get' || method === 'delete' ? {} : { body: '{}' }),
      headers: { 'Content-Type': 'application/json' },
    });

  it('are those of the application', () => {
    expect(ROWS.map(formatRoute)).toEqual(findRoutes(site.app.nest).map(formatRoute).sort());
  });

  it('are 401 without a token', async () => {
    for (const route of ROWS) {
      const path = route.path.replaceAll(/\{\w+\}/g, UNKNOWN);
      const answer = await site.app.api.asAnonymous().send(route.method, path, { headers: {} });
      expect([formatRoute(route), answer.status]).toEqual([formatRoute(route), 401]);
    }
  });

  it('need their scopes', async () => {
    const token = await requestToken(member);

    for (const row of ROWS) {
      const { body } = await send(row, token);
      const { code, detail } = body as { code: string; detail: string };
      const missing =
        code === 'scope_missing' ? [...detail.matchAll(/'([a-z_:]+)'/g)].map(([, name]) => name) : [];
      expect([formatRoute(row), missing]).toEqual([formatRoute(row), row.scopes]);
    }
  });

  it.each(CHANGES.map((row) => [row.method, row.path, row] as const))(
    '%s %s needs a recent password if its row says so',
    async (_, __, row) => {
      const { status, body } = await send(row, stale);

      const { code } = body as { code?: string };
      if (row.needsRecentLogin) expect([status, code]).toEqual([403, 'reauthentication_required']);
      else expect(code).not.toBe('reauthentication_required');
    },
  );
});

function formatRoute({ method, path }: Route): string {
  return `${path} ${method}`;
}

/** Only a route for all methods has more than this. */
const METHODS_MAXIMUM = 9;

interface ExpressRouter {
  readonly stack: readonly {
    readonly route?: { readonly path: string; readonly stack: readonly { readonly method: string }[] };
  }[];
}

/** The routes below `/manage` that the router of the application has; those of all methods answer 404 and 405. */
function findRoutes(app: INestApplication): readonly Route[] {
  const { router } = app.getHttpAdapter().getInstance() as { readonly router: ExpressRouter };
  return router.stack.flatMap(({ route }) => {
    if (route?.path.startsWith('/manage') !== true) return [];
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const methods = route.stack.map(({ method }) => method as Route['method']);
    return methods.length > METHODS_MAXIMUM ? [] : methods.map((method) => ({ method, path }));
  });
}

function parseRows(text: string): readonly Row[] {
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows
    .filter(([, path = '']) => path.startsWith('`/manage'))
    .map(([, path = '', method = '', scopes = '', password]) => ({
      path: path.replaceAll('`', ''),
      method: method.toLowerCase() as Route['method'],
      scopes: [...scopes.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
      needsRecentLogin: password === 'yes',
    }));
}
