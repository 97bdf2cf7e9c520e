import type { Entry } from '@content-service/entries';
import { COPY } from '../support/copy-requests.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';

const SITE = { label: 'Website', url: 'https://www.example.com/api/draft' };

interface Preview {
  readonly url: string;
  readonly resourceVersion: string;
  readonly expiresAt: string;
}

interface Stored {
  readonly type: string;
  readonly id: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: {
    readonly data?: unknown;
    readonly included?: readonly Stored[];
    readonly meta?: { readonly omitted?: unknown; readonly revision?: object };
    readonly errors?: readonly { readonly code: string }[];
  };
}

describe('previews of entries', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    editor = await site.administrator();
    await editor.patch('/manage/settings/content', { previewSites: [SITE] });
    await editor.patch('/manage/settings/jsonapi', { publicAccess: true });
  });
  afterAll(() => site.stop());

  const preview = async ({ type, id }: Stored): Promise<Preview> => {
    const { status, body } = await editor.post('/manage/previews', { type, id, site: SITE.label });
    expect(status).toBe(200);
    return body as Preview;
  };
  const read = (path: string, version: string, join = '?'): Promise<Answer> =>
    site.app.api.asAnonymous().get(`${path}${join}resourceVersion=${version}`);
  const pathOf = ({ type, id }: Stored): string => `/api/${type.replace('--', '/')}/${id}`;
  const codes = async (...answers: readonly Promise<Answer>[]): Promise<readonly string[]> =>
    (await Promise.all(answers)).map(({ status, body }) => `${status} ${body.errors?.[0]?.code ?? ''}`);

  describe('resourceVersion=preview:…', () => {
    it('opens an unpublished entry, its related entries and linkage, to readers without a token', async () => {
      const tag = await site.app.site.tag();
      const article = await site.app.site.article(
        { title: 'Secret', published: false },
        { field_tags: [tag] },
      );
      const { resourceVersion } = await preview(article);
      const path = pathOf(article);

      const single = await read(path, resourceVersion);

      expect(single.body.data).toMatchObject({ id: article.id, attributes: { title: 'Secret' } });
      expect(single.headers['cache-control']).toBe('private, no-store');
      const related = await read(`${path}/field_tags`, resourceVersion);
      expect([related.body.data, related.headers['cache-control']]).toEqual([
        [expect.objectContaining({ id: tag.id })],
        'private, no-store',
      ]);
      const linkage = await read(`${path}/relationships/field_tags`, resourceVersion);
      expect(linkage.body.data).toEqual([{ type: 'taxonomy_term--tags', id: tag.id }]);
      expect(await codes(site.app.api.asAnonymous().get(path))).toEqual(['401 token_required']);
    });

    it('shows what was saved last', async () => {
      const article = await site.app.site.article({ title: 'One', published: false });
      const { resourceVersion } = await preview(article);
      const body = { data: { type: article.type, id: article.id, attributes: { title: 'Two' } } };
      await site.app.api.asAdministrator().patch(pathOf(article), body);

      const { body: document } = await read(pathOf(article), resourceVersion);

      expect(document.data).toMatchObject({ attributes: { title: 'Two' } });
    });

    it('opens the host alone: neither related nor included entries', async () => {
      const hidden = await site.app.site.article({ published: false });
      const host = await site.app.site.article({ published: false }, { field_related: [hidden] });
      const { resourceVersion } = await preview(host);
      const path = pathOf(host);

      const [single, related, linkage] = await Promise.all([
        read(`${path}?include=field_related`, resourceVersion, '&'),
        read(`${path}/field_related`, resourceVersion),
        read(`${path}/relationships/field_related?include=field_related`, resourceVersion, '&'),
      ]);

      for (const { status, body } of [single, linkage])
        expect([status, body.included, JSON.stringify(body.meta?.omitted).includes(hidden.id)]).toEqual([
          200,
          [],
          true,
        ]);
      expect([related.body.data, JSON.stringify(related.body.meta?.omitted).includes(hidden.id)]).toEqual([
        [],
        true,
      ]);
    });

    it('shows the host once where an include leads back to it', async () => {
      const host = await site.app.site.article({ published: false });
      const { type, id } = host;
      const linkage = { data: [{ type, id }] };
      await site.app.api.asAdministrator().patch(`${pathOf(host)}/relationships/field_related`, linkage);
      const { resourceVersion } = await preview(host);

      const { body } = await read(`${pathOf(host)}?include=field_related`, resourceVersion, '&');

      expect([body.included, body.meta]).toEqual([[], undefined]);
    });

    it('opens neither another entry nor a list', async () => {
      const [one, other] = [
        await site.app.site.article({ published: false }),
        await site.app.site.article({ published: false }),
      ];
      const page = await site.app.site.page({ published: false });
      const { resourceVersion } = await preview(one);

      expect(
        await codes(
          read(pathOf(other), resourceVersion),
          read(pathOf(page), resourceVersion),
          read(`/api/node/page/${one.id}`, resourceVersion),
          read('/api/node/article', resourceVersion),
          read(`/api/node/article?filter[id]=${one.id}`, resourceVersion, '&'),
          read('/api', resourceVersion),
        ),
      ).toEqual([
        '403 preview_invalid',
        '403 preview_invalid',
        '404 entry_unknown',
        ...Array<string>(2).fill('400 invalid_parameter'),
        expect.stringMatching(/^40[01] /),
      ]);
      const list = await site.app.api.asAnonymous().get(`/api/node/article?filter[id]=${one.id}`);
      expect(list.body.data).toEqual([]);
    });

    it('writes nothing', async () => {
      const article = await site.app.site.article({ title: 'One', published: false });
      const { resourceVersion } = await preview(article);
      const path = `${pathOf(article)}?resourceVersion=${resourceVersion}`;
      const body = { data: { type: article.type, id: article.id, attributes: { title: 'Two' } } };

      expect((await site.app.api.asAnonymous().patch(path, body)).status).toBe(401);
      expect((await site.app.api.asAdministrator().patch(path, body)).status).toBe(400);
      expect((await site.app.api.asAdministrator().delete(path)).status).toBe(400);
    });

    it.each([
      ['a changed signature', (version: string) => version.replace(/.$/, (end) => (end === '0' ? '1' : '0'))],
      ['a later time', (version: string) => version.replace(/:([^:]+):/, ':zzzzzz:')],
      ['a part of the link', (version: string) => version.slice(0, -4)],
    ])('is 403 preview_invalid with %s', async (_, change) => {
      const article = await site.app.site.article({ published: false });
      const { resourceVersion } = await preview(article);

      const answer = await read(pathOf(article), change(resourceVersion));

      expect(await codes(Promise.resolve(answer))).toEqual(['403 preview_invalid']);
      expect(answer.headers['cache-control']).toMatch(/^private/);
    });

    it('expires after 15 minutes and after a jump of the clock', async () => {
      const article = await site.app.site.article({ published: false });
      const { resourceVersion, url, expiresAt } = await preview(article);
      const { clock } = site.app;
      const path = new URL(url).searchParams.get('path') ?? '';
      const attempt = (): Promise<readonly string[]> => codes(read(pathOf(article), resourceVersion));

      expect(Date.parse(expiresAt) / 1000 - clock.now()).toBe(900);
      clock.advance(-3600);
      expect(await attempt()).toEqual(['403 preview_expired']);
      clock.advance(3600 + 899);
      expect(await attempt()).toEqual(['200 ']);
      clock.advance(1);
      expect(await attempt()).toEqual(['403 preview_expired']);
      expect(await site.app.api.asAnonymous().get(`/router/translate-path?path=${path}`)).toMatchObject({
        status: 403,
        body: { message: expect.stringMatching(/expired/) },
      });
      clock.advance(-900);
    });

    describe('of an entry with a working copy', () => {
      const NOTE = 'Wait for the mayor';

      const save = async (entry: Entry, members: object): Promise<void> => {
        const body = {
          data: { type: entry.type, id: entry.id, ...members },
          meta: { revision: { note: NOTE } },
        };
        const { status } = await site.app.api.asAdministrator().patch(`${pathOf(entry)}?${COPY}`, body);
        expect(status).toBe(200);
      };
      const addCopy = async (): Promise<Entry> => {
        const entry = await site.app.site.article({ title: 'Live' });
        await save(entry, { attributes: { title: 'Copy' } });
        return entry;
      };
      const readTitle = async (entry: Entry, version: string): Promise<unknown> =>
        ((await read(pathOf(entry), version)).body.data as { attributes: { title: unknown } }).attributes
          .title;

      it('shows the copy, without who saved it and why', async () => {
        const entry = await addCopy();
        const { resourceVersion } = await preview(entry);

        const { status, headers, body } = await read(pathOf(entry), resourceVersion);

        expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
        expect(body.data).toMatchObject({ id: entry.id, attributes: { title: 'Copy', status: false } });
        expect(body.meta?.revision).toEqual({
          ...{ state: 'working-copy', published: true, savedAt: expect.stringMatching(/^\d{4}-/) },
          ...{ actor: null, note: null, base: 1, changed: ['title'], conflicts: [] },
        });
        expect(JSON.stringify(body)).not.toMatch(/administrator|mayor/);
        const live = await site.app.api.asAnonymous().get(pathOf(entry));
        expect(live.body.data).toMatchObject({ attributes: { title: 'Live', status: true } });
      });

      it('shows related entries and linkage of the copy', async () => {
        const tag = await site.app.site.tag();
        const entry = await addCopy();
        const linkage = [{ type: tag.type, id: tag.id }];
        await save(entry, { relationships: { field_tags: { data: linkage } } });
        const { resourceVersion } = await preview(entry);

        const related = await read(`${pathOf(entry)}/field_tags`, resourceVersion);
        const relationship = await read(`${pathOf(entry)}/relationships/field_tags`, resourceVersion);
        const included = await read(`${pathOf(entry)}?include=field_tags`, resourceVersion, '&');

        expect(related.body.data).toMatchObject(linkage);
        expect(relationship.body.data).toEqual(linkage);
        expect(included.body.included).toMatchObject(linkage);
        for (const { headers, body } of [related, relationship, included]) {
          expect(headers['cache-control']).toBe('private, no-store');
          expect(JSON.stringify(body)).not.toMatch(/administrator|mayor/);
        }
      });

      it('follows later saves, and shows the published entry after the copy was discarded', async () => {
        const entry = await addCopy();
        const { resourceVersion } = await preview(entry);

        await save(entry, { attributes: { title: 'Second copy' } });
        expect(await readTitle(entry, resourceVersion)).toBe('Second copy');

        await site.app.api.asAdministrator().delete(`${pathOf(entry)}?${COPY}`);
        const { body } = await read(pathOf(entry), resourceVersion);
        expect(body.data).toMatchObject({ attributes: { title: 'Live', status: true } });
        expect(body.meta).toBeUndefined();
      });

      it('shows the copy that is made after the link, and the entry that it was published to', async () => {
        const entry = await site.app.site.article({ title: 'Live' });
        const { resourceVersion } = await preview(entry);
        expect(await readTitle(entry, resourceVersion)).toBe('Live');

        await save(entry, { attributes: { title: 'Copy' } });
        expect(await readTitle(entry, resourceVersion)).toBe('Copy');

        await save(entry, { attributes: { status: true } });
        const { body } = await read(pathOf(entry), resourceVersion);
        expect(body.data).toMatchObject({ attributes: { title: 'Copy', status: true } });
        expect(body.meta).toBeUndefined();
      });

      it('opens no copy of another entry', async () => {
        const [one, other] = [await addCopy(), await addCopy()];
        const { resourceVersion } = await preview(one);

        expect(
          await codes(
            read(pathOf(other), resourceVersion),
            read(`${pathOf(other)}/field_tags`, resourceVersion),
            read(`${pathOf(other)}/relationships/field_tags`, resourceVersion),
            read(`/api/node/page/${one.id}`, resourceVersion),
          ),
        ).toEqual([...Array<string>(3).fill('403 preview_invalid'), '404 entry_unknown']);
      });
    });

    it('needs a token where reading does', async () => {
      const article = await site.app.site.article({ published: false });
      const { resourceVersion } = await preview(article);
      const path = `${pathOf(article)}?resourceVersion=${resourceVersion}`;
      await editor.patch('/manage/settings/jsonapi', { publicAccess: false });

      const statuses = [
        await site.app.api.asAnonymous().get(path),
        await site.app.api.asReader().get(path),
      ].map(({ status }) => status);

      await editor.patch('/manage/settings/jsonapi', { publicAccess: true });
      expect(statuses).toEqual([401, 200]);
    });
  });
});
