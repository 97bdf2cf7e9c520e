import request from 'supertest';
import type { Entry } from '@content-service/entries';
import { COPY } from '../support/copy-requests.js';
import { formatEntryPath } from '../support/entry-path.js';
import { ManagedSite, type SignedInUser } from '../support/managed-site.js';
import { getResource } from '../support/responses.js';
import { Workplace } from './workplace.js';

const DISPLAY_NAME = 'Ada Lovelace';

describe('the deletion of a user', () => {
  let workplace: Workplace;
  let site: ManagedSite;
  beforeAll(async () => {
    workplace = new Workplace();
    site = await ManagedSite.start({ DATABASE_URL: `sqlite:${workplace.path('content.sqlite')}` });
  });
  afterAll(async () => {
    await site.stop();
    workplace.remove();
  });

  /** An article that a user has changed and whose working copy they have saved, and another that they have deleted. */
  async function edit({ cookie }: SignedInUser): Promise<{ readonly entry: Entry; readonly deleted: Entry }> {
    const entry = await site.app.site.article({ title: 'Trams' });
    const deleted = await site.app.site.article({ title: 'Gone' });
    const session = await request(site.app.nest.getHttpServer())
      .post('/session/token')
      .set({ Cookie: cookie, Origin: site.oauth.url })
      .send({});
    const { access_token: token } = session.body as { access_token: string };
    const editor = site.app.api.withAuthorization(`Bearer ${token}`);
    const change = (title: string): object => ({
      data: { type: entry.type, id: entry.id, attributes: { title } },
    });
    const statuses = [
      (await editor.patch(formatEntryPath(entry), change('Ferries'))).status,
      (await editor.patch(`${formatEntryPath(entry)}?${COPY}`, change('Piers'))).status,
      (await editor.delete(formatEntryPath(deleted))).status,
    ];
    expect(statuses).toEqual([200, 200, 204]);
    return { entry, deleted };
  }
  const readAll = async (...paths: readonly string[]): Promise<string> => {
    const manager = await site.administrator();
    const answers = await Promise.all(paths.map((path) => manager.get(path)));
    for (const { status } of answers) expect(status).toBe(200);
    return answers.map(({ text }) => text).join('\n');
  };
  const readHistory = ({
    entry,
    deleted,
  }: {
    readonly entry: Entry;
    readonly deleted: Entry;
  }): Promise<string> =>
    readAll(
      `/manage/entry-revisions?entry=${entry.id}`,
      `/manage/entry-revisions?entry=${deleted.id}`,
      `/manage/entry-copies?entry=${entry.id}`,
      '/manage/trash',
      `${formatEntryPath(entry)}?${COPY}`,
    );

  it('by `delete-user` leaves the id without a name in the history', async () => {
    const user = await site.signIn();
    const manager = await site.administrator();
    await manager.patch(`/manage/users/${user.id}`, { displayName: DISPLAY_NAME });
    const edited = await edit(user);
    expect(await readHistory(edited)).toContain(DISPLAY_NAME);

    const result = await workplace.json('delete-user', user.name);

    expect(result).toEqual({ user_id: user.id });
    const history = await readHistory(edited);
    expect(history).not.toContain(DISPLAY_NAME);
    expect(history).toContain(user.id);
  });

  it('by `delete-user --erase` also takes the id out of history and working copies, and the names out of the profile', async () => {
    const [user, other] = [await site.signIn(), await site.signIn()];
    const [edited, kept] = [await edit(user), await edit(other)];

    const { output } = await workplace.run('delete-user', user.name, '--erase');

    expect(output).toBe(
      `The user '${user.name}' was deleted.\nErased from revisions: 2, from working copies: 1.\nuser_id  ${user.id}\n`,
    );
    const history = await readHistory(edited);
    expect(history).not.toContain(user.id);
    expect(history).not.toContain(user.name);
    expect(history).toContain('"by":{"kind":"user","id":null,"name":null}');
    expect(await readHistory(kept)).toContain(other.id);
    const profile = await site.app.api.asAdministrator().get(`/api/user/user/${user.id}`);
    expect(getResource(profile).attributes).toMatchObject({ display_name: `User ${user.id.slice(-6)}` });
    expect((await site.app.api.asReader().get(`/api/user/user/${user.id}`)).status).toBe(403);
    const deletion = await readAll(
      `/manage/audit-log?action=user.deleted&subjectKind=user&subjectId=${user.id}`,
    );
    expect(deletion).toContain('"details":{}');
  });

  it('by `delete-user --erase` continues by the id when the account is gone, and finds nothing the second time', async () => {
    const user = await site.signIn();
    const edited = await edit(user);
    await workplace.json('delete-user', user.id);

    const erased = await workplace.json('delete-user', user.id, '--erase');
    const again = await workplace.json('delete-user', user.id, '--erase');

    expect([erased, again]).toEqual([
      { user_id: user.id, erased: { revisions: 2, copies: 1 } },
      { user_id: user.id, erased: { revisions: 0, copies: 0 } },
    ]);
    expect(await readHistory(edited)).not.toContain(user.id);
  });

  it('by DELETE /manage/users/{id}?erase=true does the same by a job', async () => {
    const user = await site.signIn();
    const edited = await edit(user);
    const manager = await site.administrator();
    const path = `/manage/users/${user.id}?erase`;
    expect((await manager.delete(`${path}=maybe`)).status).toBe(400);
    expect((await manager.delete(`${path}=true`, { 'If-Match': '"999"' })).status).toBe(412);
    expect(await readHistory(edited)).toContain(user.id);

    const answer = await manager.delete(`${path}=true`);

    expect(answer.status).toBe(202);
    expect(await manager.waitForJobEnd(answer)).toMatchObject({
      ...{ kind: 'users.erase', state: 'succeeded', result: { revisions: 2, copies: 1 } },
    });
    const history = await readHistory(edited);
    expect(history).not.toContain(user.id);
    expect(history).not.toContain(user.name);
    expect((await manager.get(`/manage/users/${user.id}`)).status).toBe(404);
    expect((await manager.delete(`${path}=true`)).status).toBe(404);
  });

  it('by `delete-user` refuses an unknown name, and an unknown id without --erase', async () => {
    const id = '01900000-0000-7000-8000-000000000000';

    for (const [given, ...options] of [['nemo', '--erase'], ['nemo'], [id]] as const)
      expect(await workplace.run('delete-user', given, ...options)).toMatchObject({
        code: 1,
        errors: `content-service: There is no user '${given}'.\n`,
      });
  });
});
