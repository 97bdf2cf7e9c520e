import { AccountService } from '@content-service/accounts';
import { AccessTokenService } from '@content-service/oauth-grants';
import { ScopeSet } from '@content-service/scopes';
import { ManagedSite, ManagementClient } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const PRESENCE = '/manage/entry-presence';

interface NamedClient {
  readonly id: string;
  /** The one that others see. */
  readonly name: string;
  readonly client: ManagementClient;
}

describe('/manage/entry-presence/{entry}', () => {
  let site: ManagedSite;
  let edith: NamedClient;
  let wanda: NamedClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
  });
  beforeEach(async () => {
    [edith, wanda] = [await signIn(), await signIn()];
  });
  afterAll(() => site.stop());

  /** A new user, whose token lasts for five minutes. */
  const signIn = async (user?: { readonly id: string }): Promise<NamedClient> => {
    const { id } = user ?? (await site.oauth.user('editor'));
    const { id: clientId } = await site.oauth.client();
    const scopes = ScopeSet.of('content:administer');
    const { token } = await site.app.nest.get(AccessTokenService).issue({ subject: id, clientId, scopes });
    const requests = site.app.api.withAuthorization(`Bearer ${token}`);
    const names = await site.app.nest.get(AccountService).findDisplayNames([id]);
    return {
      id,
      name: names.get(id) ?? '',
      client: new ManagementClient((method, path, sent) => requests.send(method, path, sent)),
    };
  };
  const create = async (): Promise<string> => (await site.app.site.article()).id;
  const namesFor = async ({ client }: NamedClient, entry: string): Promise<readonly string[]> => {
    const { status, body } = await client.send('put', `${PRESENCE}/${entry}`);
    expect(status).toBe(200);
    return (body as { items: { name: string }[] }).items.map(({ name }) => name);
  };

  it('PUT names the others who have the entry open, the one who was heard of last first', async () => {
    const [entry, third] = [await create(), await signIn()];
    expect(await namesFor(edith, entry)).toEqual([]);
    site.app.clock.advance(1);
    expect(await namesFor(wanda, entry)).toEqual([edith.name]);
    site.app.clock.advance(1);

    const { body, headers } = await third.client.send('put', `${PRESENCE}/${entry}`);

    const time = (seconds: number): string =>
      new Date((site.app.clock.now() - seconds) * 1000).toISOString().replace('.000Z', '+00:00');
    expect(body).toEqual({
      items: [
        { name: wanda.name, seenAt: time(1) },
        { name: edith.name, seenAt: time(2) },
      ],
    });
    expect(headers['cache-control']).toContain('private');
    expect(await namesFor(edith, await create())).toEqual([]);
  });

  it('PUT names a user with two windows once, and not to the user', async () => {
    const entry = await create();
    await namesFor(edith, entry);
    const again = await signIn(edith);

    expect(await namesFor(again, entry)).toEqual([]);
    expect(await namesFor(wanda, entry)).toEqual([edith.name]);
  });

  it('PUT names a client that acts for itself by its label', async () => {
    const [entry, importer] = [await create(), await site.withScopes('content:administer')];
    await importer.send('put', `${PRESENCE}/${entry}`);

    expect(await namesFor(edith, entry)).toEqual([importer.id]);
  });

  it('forgets whoever was not heard of for a minute', async () => {
    const entry = await create();
    await namesFor(edith, entry);
    site.app.clock.advance(59);
    expect(await namesFor(wanda, entry)).toEqual([edith.name]);

    site.app.clock.advance(1);

    expect(await namesFor(wanda, entry)).toEqual([]);
  });

  it('DELETE takes the caller out at once, and no one else', async () => {
    const [entry, third] = [await create(), await signIn()];
    for (const one of [edith, wanda]) await namesFor(one, entry);

    const answer = await edith.client.delete(`${PRESENCE}/${entry}`);

    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await namesFor(third, entry)).toEqual([wanda.name]);
    expect((await edith.client.delete(`${PRESENCE}/${entry}`)).status).toBe(204);
  });

  it('leaves out users who were deleted meanwhile', async () => {
    const entry = await create();
    await namesFor(edith, entry);
    await (await site.administrator()).delete(`/manage/users/${edith.id}`);

    expect(await namesFor(wanda, entry)).toEqual([]);
  });

  it('PUT of an entry that was deleted is 404, DELETE is 204', async () => {
    const entry = await create();
    await namesFor(edith, entry);
    await site.app.api.asAdministrator().delete(`/api/node/article/${entry}`);

    expect(formatProblem(await edith.client.send('put', `${PRESENCE}/${entry}`))).toBe('404 entry_unknown');
    expect((await edith.client.delete(`${PRESENCE}/${entry}`)).status).toBe(204);
  });

  it.each([
    ['put', UNKNOWN, '404 entry_unknown'],
    ['put', 'x', '404 entry_unknown'],
    ['put', UNKNOWN.replace('4', 'A'), '404 entry_unknown'],
    ['put', '%00', '404 entry_unknown'],
    ['put', '%ff', '400 invalid_request'],
    ['put', 'a'.repeat(200), '404 entry_unknown'],
    ['delete', 'x', '404 entry_unknown'],
    ['delete', '%00', '404 entry_unknown'],
    ['delete', '__proto__', '404 entry_unknown'],
    ['put', '', '404 route_unknown'],
  ] as const)('%s of the id "%s" is %s', async (method, id, problem) => {
    expect(formatProblem(await edith.client.send(method, `${PRESENCE}/${id}`))).toBe(problem);
  });

  it.each(['put', 'delete'] as const)('%s needs a token with content:administer', async (method) => {
    const path = `${PRESENCE}/${await create()}`;

    expect(formatProblem(await site.anonymous().send(method, path))).toBe('401 token_required');
    expect(
      formatProblem(await (await site.withAllScopesExcept('content:administer')).send(method, path)),
    ).toBe('403 scope_missing');
  });

  it('is taken by a site that is read-only, and is in neither log', async () => {
    const [entry, manager] = [await create(), await site.administrator()];
    await manager.patch('/manage/settings/jsonapi', { allowedOperations: 'read_only' });
    const readLogs = async (): Promise<unknown> => [
      (await manager.get('/manage/audit-log?limit=5')).body.items,
      (await manager.get(`/manage/events?subject=${entry}&type=entry.updated`)).body.items,
    ];
    const before = await readLogs();

    await namesFor(edith, entry);
    expect(await namesFor(wanda, entry)).toEqual([edith.name]);
    expect((await edith.client.delete(`${PRESENCE}/${entry}`)).status).toBe(204);

    expect(await readLogs()).toEqual(before);
    await manager.patch('/manage/settings/jsonapi', { allowedOperations: 'read_write' });
  });
});
