import type { Json } from '@content-service/kernel';
import type { Values } from './example-entry.js';
import { SAMPLE_COUNT, buildSampleAttributes } from './field-samples.js';

/** An entry of the example. Targets are named by their keys. */
export interface ExampleDraft extends Omit<Values, 'relationships'> {
  /** Its name inside the kit, such as `red`. */
  readonly key: string;
  readonly type: string;
  readonly linkage?: Readonly<Record<string, readonly string[]>>;
}

const people: readonly ExampleDraft[] = [
  { key: 'ann', type: 'user--user', attributes: { display_name: 'Ann', name: 'ann@login' } },
  { key: 'bob', type: 'user--user', attributes: { display_name: 'Böb', name: 'bob@login' } },
  { key: 'gone', type: 'user--user', published: false, attributes: { display_name: 'Gone', name: 'gone' } },
];

/** The address of a file; the one of the second is a text, as earlier versions of the service wrote it. */
function toUri(filename: string, n: number): Json {
  const value = `public://${filename}`;
  return n === 1 ? value : { value, url: `/files/${n}/${filename}` };
}

const files: readonly ExampleDraft[] = ['Photo.JPG', 'photo.jpg', 'plan.pdf'].map((filename, n) => ({
  key: `file ${n}`,
  type: 'file--file',
  published: n !== 2,
  attributes: { filename, uri: toUri(filename, n), filemime: 'image/jpeg', filesize: n * 1024 },
  linkage: { uid: ['ann'] },
}));

const images: readonly ExampleDraft[] = [
  {
    key: 'image one',
    type: 'media--image',
    attributes: { name: 'One', field_alt: 'Ein Bild' },
    linkage: { field_files: ['file 0', 'file 2', 'file 0'], uid: ['ann'] },
  },
  { key: 'image hidden', type: 'media--image', published: false, attributes: { name: 'Hidden' } },
];

const term = (bundle: string, key: string, rest: Partial<ExampleDraft> = {}): ExampleDraft => ({
  key,
  type: `taxonomy_term--${bundle}`,
  ...rest,
});

const terms: readonly ExampleDraft[] = [
  term('region', 'north', { attributes: { name: 'North', field_code: 'N_1' } }),
  term('region', 'south', {
    attributes: { name: 'South', field_code: 'n%1' },
    linkage: { parent: ['north'] },
  }),
  term('region', 'secret region', { published: false, attributes: { name: 'Secret' } }),
  term('category', 'news', { attributes: { name: 'News', weight: 2 }, linkage: { field_region: ['north'] } }),
  term('category', 'sport', {
    attributes: { name: 'Sport', weight: -1 },
    linkage: { field_region: ['secret region'], parent: ['news'] },
  }),
  term('category', 'hidden category', {
    published: false,
    attributes: { name: 'News' },
    linkage: { field_region: ['north'] },
  }),
  term('tag', 'colours', { attributes: { name: 'Colours', weight: 1 } }),
  term('tag', 'red', { attributes: { name: 'Red', weight: 2 }, linkage: { parent: ['colours'] } }),
  term('tag', 'rouge', { attributes: { name: 'RÉD', weight: 3 }, linkage: { parent: ['red', 'colours'] } }),
  term('tag', 'green', { attributes: { name: 'Green' }, linkage: { parent: ['colours', 'secret'] } }),
  term('tag', 'secret', { published: false, attributes: { name: 'Red', weight: 2 } }),
  term('tag', 'loop', { attributes: { name: 'Loop', weight: 0 }, linkage: { parent: ['loop'] } }),
];

const page = (key: string, rest: Partial<ExampleDraft>): ExampleDraft => ({
  key,
  type: 'node--page',
  ...rest,
});

const pages: readonly ExampleDraft[] = [
  page('about', {
    attributes: { title: 'About', field_subtitle: 'who', path: { alias: '/about', langcode: 'en' } },
    linkage: { field_related: ['contact', 'first'], field_about: ['first'], uid: ['ann'] },
  }),
  page('contact', {
    attributes: { title: 'Contact', path: { alias: '/about', langcode: 'de' } },
    linkage: { field_related: ['hidden page', 'about', 'about'], uid: ['bob'] },
  }),
  page('hidden page', { published: false, attributes: { title: 'First', field_subtitle: 'Hidden' } }),
];

const article = (key: string, rest: Partial<ExampleDraft>): ExampleDraft => ({
  key,
  type: 'node--article',
  ...rest,
});

const articles: readonly ExampleDraft[] = [
  article('first', {
    attributes: {
      title: 'First',
      field_subtitle: 'Éclair',
      field_codes: ['a1', 'b2'],
      field_links: [
        { uri: 'https://a.example', title: 'One', options: [] },
        { uri: 'https://b.example', title: 'Two', options: [] },
      ],
      field_price: '7.49',
      field_featured: true,
      path: { alias: '/first', langcode: 'en' },
    },
    linkage: {
      field_category: ['news'],
      field_tags: ['red', 'green'],
      field_hero: ['image one'],
      field_related: ['about', 'second'],
      uid: ['ann'],
    },
  }),
  article('second', {
    attributes: {
      title: 'second',
      field_subtitle: 'eclair',
      field_codes: ['a2', 'b1'],
      field_links: [
        { uri: 'https://a.example', title: 'Two', options: [] },
        { uri: 'https://b.example', title: 'One', options: [] },
      ],
      field_price: '12.50',
      field_featured: false,
    },
    linkage: { field_category: ['sport'], field_tags: ['rouge'], field_sequel: ['first'], uid: ['bob'] },
  }),
  article('draft', {
    published: false,
    attributes: { title: 'First', field_codes: ['a1'], field_price: '-0.50', field_featured: true },
    linkage: {
      field_category: ['news'],
      field_tags: ['secret', 'red'],
      field_related: ['hidden page'],
      uid: ['ann'],
    },
  }),
  article('bare', { attributes: { title: 'Bare' } }),
  article('same price', {
    attributes: {
      title: 'Third',
      field_subtitle: 'trailing ',
      field_price: '7.49',
      field_codes: ['a1', 'a1'],
    },
    linkage: { field_category: ['hidden category'], field_tags: ['red', 'red', 'loop'], uid: ['gone'] },
  }),
  article('hidden targets', {
    attributes: { title: 'ẞtraße', field_codes: ['b2', 'a1', 'c3'], field_featured: false },
    linkage: {
      field_category: ['sport'],
      field_tags: ['secret'],
      field_hero: ['image hidden'],
      field_sequel: ['draft'],
      field_related: ['draft', 'hidden page'],
      uid: ['gone'],
    },
  }),
  article('narcissus', {
    attributes: {
      title: '100%',
      field_subtitle: 'trailing',
      field_links: [{ uri: 'x:y', title: null, options: [] }],
    },
    linkage: { field_sequel: ['narcissus'], field_related: ['narcissus', 'contact'], field_tags: ['green'] },
  }),
  article('last', {
    attributes: { title: '😀', field_price: '1000.00', field_codes: ['b2'], field_featured: true },
    linkage: { field_category: ['news'], field_tags: ['colours', 'rouge', 'green'], uid: ['bob'] },
  }),
];

const samples: readonly ExampleDraft[] = Array.from({ length: SAMPLE_COUNT }, (_, n) => ({
  key: `specimen ${n}`,
  type: 'node--specimen',
  published: n % 5 !== 4,
  attributes: { title: `Specimen ${n}`, ...buildSampleAttributes(n) },
  linkage: { uid: n % 2 === 0 ? ['ann'] : [] },
}));

/** Stored in this order, so that most entries come before their targets. */
export const EXAMPLE_DRAFTS: readonly ExampleDraft[] = [
  ...articles,
  ...pages,
  ...terms,
  ...images,
  ...files,
  ...people,
  ...samples,
];
