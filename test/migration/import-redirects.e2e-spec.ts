import { Workshop } from '../restore/backup-site.js';
import { createSite, toId } from './drupal-site.js';
import { DrupalSource, type Resource } from './drupal-source.js';
import { messages, MigratedSite } from './migrated-site.js';

/** A redirect with the attributes of Drupal's module of that name. */
const redirect = (n: number, path: string, uri: string, attributes: object = {}): Resource => ({
  type: 'redirect--redirect',
  id: toId('b', n),
  attributes: {
    ...{ drupal_internal__rid: n, hash: 'Pl2tnTMPFAIyrO4t3jDqLWUgnVnfjeGRDZGUTfmrMDE', language: 'und' },
    ...{ status_code: 301, created: '2023-11-15T00:00:00+00:00', enabled: true },
    ...{ redirect_source: { path, query: [] }, redirect_redirect: { uri, title: null, options: [] } },
    ...attributes,
  },
  relationships: { uid: { data: { type: 'user--user', id: toId('e', 1) } } },
});

describe('content-service import-jsonapi with redirects', () => {
  const workshop = new Workshop();
  let source: DrupalSource;
  let site: MigratedSite;
  beforeEach(async () => {
    source = await DrupalSource.start([
      ...createSite(2),
      redirect(1, 'old/articles', 'internal:/node/2', { status_code: 302 }),
      redirect(2, 'away', 'https://example.com/', { enabled: false, language: 'de' }),
      redirect(3, 'search', 'internal:/', { redirect_source: { path: 'search', query: { page: '2' } } }),
    ]);
    site = new MigratedSite(workshop, (await workshop.database()).url, source);
  });
  afterEach(() => source.stop());
  afterAll(() => workshop.remove());

  it('keeps sources, targets, status codes, languages and states, and says what it leaves out', async () => {
    const report = await site.takeOver();

    expect(report.problems).toEqual([]);
    const redirects = await site.exportResources();
    expect(redirects.get(toId('b', 1))).toMatchObject({
      type: 'redirect--redirect',
      attributes: {
        ...{ source: '/old/articles', target: { uri: 'internal:/articles/2' }, status_code: 302 },
        ...{ status: true, langcode: 'und', created: '2023-11-15T00:00:00+00:00' },
      },
    });
    expect(redirects.get(toId('b', 2))?.attributes).toMatchObject({
      ...{ source: '/away', target: { uri: 'https://example.com/' }, status: false, langcode: 'de' },
    });
    expect(messages(report.notes)).toEqual(
      expect.arrayContaining([
        'redirect--redirect.redirect_source: a value, which was left out: the bundle redirect--redirect is fixed',
        'redirect--redirect.target: a link to a row number, which became the path alias of the entry',
      ]),
    );
  });

  it('changes nothing when it is repeated', async () => {
    await site.takeOver();
    const before = await site.exportLines();

    expect(await site.takeOver()).toMatchObject({ stored: { bundles: 0, inserted: 0, updated: 0 } });

    expect(await site.exportLines()).toEqual(before);
  });
});
