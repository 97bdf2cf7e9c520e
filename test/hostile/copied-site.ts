import { ContentModelService, defineField } from '@content-service/bundles';
import type { Entry } from '@content-service/entries';
import { EventLog } from '@content-service/events';
import { createPng } from '../files/file-site.js';
import { eventually } from '../support/eventually.js';
import { formatEntryPath } from '../support/entry-path.js';
import { ALL_SCOPES, ManagedSite, type ManagementClient } from '../support/managed-site.js';
import type { Receiver } from '../support/receiver.js';
import type { FilledPaths } from './generated-reads.js';
import type { ReadValues } from './random-parameters.js';

/** The beginning of words that readers must not see. */
export const HIDDEN = 'zqx';
/** The word that only working copies have, in their texts and aliases. */
export const MARKER = `${HIDDEN}copied`;
export const COPY = 'resourceVersion=rel:working-copy';

type Client = ReturnType<ManagedSite['app']['api']['asAdministrator']>;
type Target = Pick<Entry, 'type' | 'id'>;

const text = (value: string, summary: string): object => ({ value, format: 'basic_html', summary });
const alias = (path: string): object => ({ alias: path, langcode: 'en' });
const identify = ({ type, id }: Target): object => ({ type, id });

/** A public site with pictures, menus and webhooks, and the working copies that editors save of its entries. */
export class CopiedSite {
  /** The published entries, and the changes of their copies. */
  private readonly changes: (readonly [Target, object])[] = [];

  private constructor(
    readonly site: ManagedSite,
    readonly manager: ManagementClient,
    /** With all scopes, for `/api`. */
    readonly editor: Client,
    readonly databaseUrl: string,
  ) {}

  /** @param receiver of purges and webhooks */
  static async start(receiver: Receiver): Promise<CopiedSite> {
    let databaseUrl = '';
    const variables = {
      ...{ CACHE_TAGS: 'both', FILE_STORE: 'memory:', JOB_CONCURRENCY: '0' },
      ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
      ...{ PURGE_DRIVER: 'fastly', PURGE_URL: receiver.url('/purge'), PURGE_TOKEN: 'secret' },
    };
    const site = await ManagedSite.start(variables, (config) => {
      ({ databaseUrl } = config);
      return config;
    });
    const { app } = site;
    await app.nest.get(ContentModelService).put({
      ...{ entityType: 'media', bundle: 'image', label: 'Image' },
      fields: [defineField('field_media_image', 'image'), defineField('field_caption', 'string')],
    });
    await app.site.settings({ publicAccess: true, publicMaxAgeSeconds: 10, sharedMaxAgeSeconds: 3600 });
    const { id } = await site.oauth.client({ allowedScopes: ALL_SCOPES });
    const editor = app.api.withAuthorization(`Bearer ${await site.issueToken(id)}`);
    const manager = await site.administrator();
    for (const visibility of ['management', 'content', 'public'])
      await manager.post('/manage/webhooks', {
        label: visibility,
        url: receiver.url(`/${visibility}`),
        visibility,
      });
    return new CopiedSite(site, manager, editor, databaseUrl);
  }

  /** Creates the entries. @returns what fills the paths and parameters of reads */
  async prepare(): Promise<{ readonly values: ReadValues; readonly paths: FilledPaths }> {
    const { site: content } = this.site.app;
    const [tag, added] = [await content.tag({ name: 'Ferries' }), await content.tag({ name: 'Piers' })];
    const hidden = await content.tag({ name: `${HIDDEN}linked`, published: false });
    const city = await content.category({ name: 'City' });
    const country = await content.category({ name: 'Country' });
    const trams = await content.article(
      {
        title: 'Trams',
        field_rating: 3,
        body: text('<p>Night trams</p>', 'Night'),
        path: alias('/trams'),
      } as never,
      { field_tags: [tag], field_category: city },
    );
    const zebra = await content.article({ title: 'Zebra', field_rating: 4 }, { field_related: [trams] });
    const draft = await content.article({ title: 'Draft', published: false });
    const page = await content.page({ title: 'Harbour' });
    const link = await content.menuLink({ title: 'Trams', link: `entity:node/${trams.id}` });
    await content.menuLink({
      title: 'Harbour',
      link: `entity:node/${page.id}`,
      parent: `menu_link_content:${link.id}`,
    });
    await content.menuLink({ title: 'By alias', link: 'internal:/trams' });
    const { file, picture } = await this.addPicture();
    const marked = (path: string): object => ({
      ...{ title: MARKER, body: text(`<p>${MARKER}</p>`, MARKER), path: alias(path) },
    });
    const values = { field_rating: 5, field_price: '5.00', field_summary: MARKER, field_featured: true };
    const relations = (targets: Readonly<Record<string, Target | readonly Target[]>>): object =>
      Object.fromEntries(
        Object.entries(targets).map(([name, target]) => [
          name,
          { data: Array.isArray(target) ? target.map(identify) : identify(target as Target) },
        ]),
      );
    this.changes.push(
      [city, { attributes: { name: MARKER } }],
      [
        trams,
        {
          attributes: { ...marked(`/${MARKER}`), ...values },
          relationships: relations({
            field_tags: [added, hidden],
            field_category: country,
            field_related: [zebra, draft],
          }),
        },
      ],
      [zebra, { attributes: marked(`/${MARKER}/zebra`), relationships: relations({ field_related: [] }) }],
      [page, { attributes: marked(`/${MARKER}/page`) }],
      [tag, { attributes: { name: MARKER }, relationships: relations({ parent: [added] }) }],
      [picture, { attributes: { name: MARKER, field_caption: MARKER } }],
    );
    const [user, redirect] = [
      await content.user({ name: 'mira', displayName: 'Mira' }),
      await this.addRedirect(),
    ];
    const all = [
      trams,
      zebra,
      draft,
      page,
      tag,
      added,
      hidden,
      city,
      country,
      picture,
      file,
      link,
      user,
      redirect,
    ];
    const entries = Object.fromEntries(
      all.map(({ type }) => [type, all.filter((other) => other.type === type).map(({ id }) => id)]),
    );
    return {
      values: {
        entries,
        texts: ['Trams', 'night', 'Ferries', 'Zebra', 'x', MARKER, HIDDEN],
        aliases: ['/trams', '/', `/${MARKER}`, `/${MARKER}/page`, `/node/${trams.id}`, `/node/${page.id}`],
      },
      paths: await this.listPaths(file.id),
    };
  }

  /** Waits until all events have a position, and webhooks and purges have been sent. */
  async settle(): Promise<void> {
    const { nest } = this.site.app;
    const read = async <T>(path: string): Promise<readonly T[]> =>
      ((await this.manager.get(path)).body as { items: readonly T[] }).items;
    await eventually(async () => (await nest.get(EventLog).bounds()).unsequenced === 0);
    await eventually(async () =>
      (await read<{ lag: { events: number } }>('/manage/consumers')).every(({ lag }) => lag.events === 0),
    );
    for (const { id } of await read<{ id: string }>('/manage/webhooks'))
      await eventually(async () =>
        (await read<{ state: string }>(`/manage/webhooks/${id}/deliveries`)).every(
          ({ state }) => !['pending', 'delivering'].includes(state),
        ),
      );
  }

  /** The published entries that get working copies. */
  get copied(): readonly Target[] {
    return this.changes.map(([{ type, id }]) => ({ type, id }));
  }

  /** Saves copies, and changes each. @param from the first entry that gets one */
  async saveCopies(from = 0): Promise<void> {
    for (const [entry, members] of this.changes.slice(from))
      for (const changes of [members, { attributes: { langcode: 'de' } }]) await this.save(entry, changes);
  }

  async discardCopies(from = 0): Promise<void> {
    for (const [entry] of this.changes.slice(from))
      await this.expectStatus(204, this.editor.send('delete', `${formatEntryPath(entry)}?${COPY}`));
  }

  /** Publishes the copies of the first entries. @returns these */
  async publishCopies(amount = this.changes.length): Promise<readonly Target[]> {
    const entries = this.copied.slice(0, amount);
    for (const entry of entries) await this.save(entry, { attributes: { status: true } });
    return entries;
  }

  /** All events, oldest first. */
  async listEvents(): Promise<readonly { readonly type: string; readonly subject: Target }[]> {
    const { body } = await this.manager.get('/manage/events?limit=100');
    const { items } = body as { items: { type: string; subject: Target }[] };
    return items.map(({ type, subject }) => ({ type, subject }));
  }

  private async save(entry: Target, members: object): Promise<void> {
    const path = `${formatEntryPath(entry)}?${COPY}`;
    await this.expectStatus(200, this.editor.patch(path, { data: { ...identify(entry), ...members } }));
  }

  private async expectStatus(
    expected: number,
    answer: ReturnType<Client['send']>,
  ): Promise<Awaited<typeof answer>> {
    const { status, text: body } = await answer;
    if (status !== expected) throw new Error(`${status} ${body}`);
    return answer;
  }

  private async addPicture(): Promise<{ readonly file: Target; readonly picture: Target }> {
    const type = 'media--image';
    const uploaded = await this.expectStatus(
      201,
      this.editor.send('post', '/api/media/image/field_media_image', {
        body: await createPng(),
        headers: {
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': 'file; filename="tram.png"',
        },
      }),
    );
    const file = identify(uploaded.body.data as Target) as Target;
    const relationships = { field_media_image: { data: file } };
    const created = await this.expectStatus(
      201,
      this.editor.post('/api/media/image', { data: { type, attributes: { name: 'Tram' }, relationships } }),
    );
    return { file, picture: { type, id: (created.body.data as Target).id } };
  }

  private async addRedirect(): Promise<Target> {
    const type = 'redirect--redirect';
    const attributes = { source: '/old-trams', target: 'internal:/trams' };
    const created = await this.expectStatus(
      201,
      this.editor.post('/api/redirect/redirect', { data: { type, attributes } }),
    );
    return created.body.data as Target;
  }

  /** Paths of what is no entry. */
  private async listPaths(fileId: string): Promise<FilledPaths> {
    const { body } = await this.editor.get(`/api/file/file/${fileId}`);
    const { attributes, links } = body.data as {
      attributes: { uri: { url: string } };
      links: Record<string, { href: string }>;
    };
    const pictures = Object.values(links)
      .map(({ href }) => new URL(href).pathname)
      .filter((path) => path.startsWith('/files/'));
    const user = await this.site.oauth.user('member');
    const first = async (path: string): Promise<string> => {
      const listed = await this.manager.get(path);
      return `${path}/${(listed.body as { items: { id: string }[] }).items[0]?.id ?? ''}`;
    };
    const webhook = await first('/manage/webhooks');
    await eventually(async () => !(await first(`${webhook}/deliveries`)).endsWith('/'));
    const delivery = await first(`${webhook}/deliveries`);
    const { history = [] } = (await this.manager.get(delivery)).body as { history?: { id: string }[] };
    const types = ['node/article', 'node/page', 'taxonomy_term/tags', 'media/image'];
    return {
      '/api/menu_items/{menu}': ['/api/menu_items/main', '/api/menu_items/footer'],
      '/files/{uuid}/{filename}': [attributes.uri.url],
      '/files/{uuid}/{style}/{version}/{filename}': pictures,
      '/manage/api-clients/{id}': [`/manage/api-clients/${this.manager.id}`],
      '/manage/bundles/{entityType}/{bundle}': types.map((type) => `/manage/bundles/${type}`),
      '/manage/bundles/{entityType}/{bundle}/fields': types.map((type) => `/manage/bundles/${type}/fields`),
      '/manage/bundles/{entityType}/{bundle}/fields/{name}': [
        '/manage/bundles/node/article/fields/field_tags',
      ],
      '/manage/users/{id}': [`/manage/users/${user.id}`],
      '/manage/roles/{name}': ['/manage/roles/editor'],
      '/manage/users/{id}/sessions': [`/manage/users/${user.id}/sessions`],
      '/manage/users/{id}/grants': [`/manage/users/${user.id}/grants`],
      '/manage/events/{id}': [await first('/manage/events')],
      '/manage/jobs/{id}': ['/manage/jobs/none'],
      '/manage/schedules/{schedule}': ['/manage/schedules/prune-events'],
      '/manage/webhooks/{id}': [webhook],
      '/manage/webhooks/{id}/deliveries': [`${webhook}/deliveries`],
      '/manage/webhooks/{id}/deliveries/{delivery}': [delivery],
      '/manage/webhooks/{id}/deliveries/{delivery}/attempts/{attempt}': [
        `${delivery}/attempts/${history[0]?.id ?? 'none'}`,
      ],
    };
  }
}
