import { FILES, PICTURE } from './drupal-files.js';
import type { Resource } from './drupal-source.js';

/** `a0000000-0000-4000-8000-000000000007` for `a` and 7. */
export const toId = (letter: string, n: number): string =>
  `${letter}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const identifier = (type: string, id: string, meta: object = {}): object => ({
  ...{ type, id },
  meta: { drupal_internal__target_id: 7, ...meta },
});

const AUTHOR = identifier('user--user', toId('e', 1));
const TIMES = { created: '2023-11-15T09:13:20+11:00', changed: '2023-11-16T00:00:00+00:00' };
const INTERNAL = {
  ...{ revision_timestamp: '2023-11-15T00:00:00+00:00', revision_log: null, default_langcode: true },
  ...{ revision_translation_affected: true, content_translation_outdated: false },
};

/** A term; without a parent it is at the top of its vocabulary, which Drupal writes as a virtual parent. */
export const tag = (n: number, parent?: number): Resource => ({
  type: 'taxonomy_term--tags',
  id: toId('c', n),
  attributes: {
    ...{
      drupal_internal__tid: n,
      langcode: 'en',
      status: true,
      name: `Tag ${n}`,
      description: null,
      weight: n,
    },
    ...{ changed: TIMES.changed, path: { alias: null, pid: null, langcode: 'en' }, ...INTERNAL },
  },
  relationships: {
    vid: { data: identifier('taxonomy_vocabulary--taxonomy_vocabulary', toId('9', 1)) },
    parent: {
      data: [
        parent === undefined
          ? {
              type: 'taxonomy_term--tags',
              id: 'virtual',
              meta: { links: { help: { href: 'https://drupal.org' } } },
            }
          : identifier('taxonomy_term--tags', toId('c', parent)),
      ],
    },
  },
});

/** An article that points at the next one, so that references go forward and the last closes a cycle. */
export const article = (
  n: number,
  count: number,
  attributes: object = {},
  relationships: object = {},
): Resource => ({
  type: 'node--article',
  id: toId('a', n),
  attributes: {
    ...{
      drupal_internal__nid: n,
      drupal_internal__vid: n,
      langcode: 'de',
      status: n % 2 === 1,
      title: `Article ${n}`,
    },
    ...TIMES,
    ...{
      promote: true,
      sticky: false,
      path: { alias: `/articles/${n}`, pid: n, langcode: 'de' },
      ...INTERNAL,
    },
    body: {
      ...{ value: `<p>Text ${n}</p>`, format: 'restricted_html', processed: `<p>Text ${n}</p>`, summary: '' },
    },
    ...{
      field_rating: n,
      field_score: n / 2,
      field_price: `${n}.50`,
      field_day: '2023-11-15',
      field_empty: null,
    },
    ...{ field_links: [{ uri: 'https://example.com/', title: 'Example', options: [] }] },
    ...attributes,
  },
  relationships: {
    node_type: { data: identifier('node_type--node_type', toId('9', 2)) },
    revision_uid: { data: AUTHOR },
    uid: { data: AUTHOR },
    field_next: { data: identifier('node--article', toId('a', (n % count) + 1)) },
    field_tags: { data: [identifier('taxonomy_term--tags', toId('c', 2))] },
    field_image: { data: identifier('media--image', toId('f', 1)) },
    field_text: {
      data: [{ ...identifier('paragraph--text', toId('d', 1), { target_revision_id: 3 }) }],
    },
    ...relationships,
  },
});

export const user: Resource = {
  type: 'user--user',
  id: toId('e', 1),
  attributes: {
    drupal_internal__uid: 1,
    display_name: 'Mira',
    langcode: 'en',
    name: 'mira',
    mail: 'mira@example.com',
  },
};

/** A file below `FILES`. @param bytes its size as the site tells it */
export const file = (n: number, path: string, bytes: number, attributes: object = {}): Resource => ({
  type: 'file--file',
  id: toId('8', n),
  attributes: {
    ...{ drupal_internal__fid: n, langcode: 'en', filename: path.split('/').at(-1), filesize: bytes },
    ...{ filemime: 'application/octet-stream', status: true, ...TIMES },
    uri: { value: `public://${path}`, url: `${FILES}/${encodeURI(path)}` },
    ...attributes,
  },
  relationships: { uid: { data: AUTHOR } },
});

/** A medium with a picture. */
export const image = (relationships: object = {}): Resource => ({
  type: 'media--image',
  id: toId('f', 1),
  attributes: { langcode: 'en', status: true, name: 'The sea', ...TIMES },
  relationships: {
    ...relationships,
    uid: { data: AUTHOR },
    bundle: { data: identifier('media_type--media_type', toId('9', 3)) },
    field_media_image: {
      data: identifier('file--file', toId('8', 1), { alt: 'Waves', title: '', width: 800, height: 600 }),
    },
  },
});

const paragraph: Resource = {
  type: 'paragraph--text',
  id: toId('d', 1),
  attributes: {
    status: true,
    langcode: 'de',
    parent_id: '1',
    field_heading: 'Chapter',
    behavior_settings: [],
  },
};

const NODE_TYPE = { name: 'Story', drupal_internal__type: 'article', description: 'News and reports.' };

/** A site with entries of every kind; articles come before what they point at. */
export const createSite = (articles: number): readonly Resource[] => [
  ...Array.from({ length: articles }, (_, n) => article(n + 1, articles)),
  ...[tag(2, 1), tag(1), image(), file(1, 'sea.jpg', PICTURE.length), user, paragraph],
  { type: 'node_type--node_type', id: toId('9', 2), attributes: NODE_TYPE },
];
