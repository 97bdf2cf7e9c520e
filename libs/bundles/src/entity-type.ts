import { type Field, NOW, UNLIMITED } from './field.js';

/** A family of resource types with the same base fields. Adding one is one row of `ENTITY_TYPES`. */
export interface EntityType {
  readonly name: string;
  readonly label: string;
  readonly baseFields: readonly Field[];
  /** The field that names an entry to people. */
  readonly labelField: string;
  /** `many`: bundles are made at run time; otherwise the one bundle it always has. */
  readonly bundles: 'many' | { readonly only: string };
  /** Whether entries are written over JSON:API. */
  readonly writable: boolean;
}

const field = (name: string, type: Field['type'], rest: Partial<Field> = {}): Field => ({
  name,
  type,
  label: name,
  cardinality: 1,
  required: false,
  settings: {},
  ...rest,
});

const label = (name: string): Field =>
  field(name, 'string', { required: true, settings: { maxLength: 255 } });
const status = field('status', 'boolean', { initial: true });
const created = field('created', 'timestamp', { initial: NOW });
const changed = field('changed', 'timestamp', { readOnly: true, initial: NOW });
const langcode = field('langcode', 'string', { settings: { maxLength: 12 }, initial: 'en' });
const path = field('path', 'path');
const author = field('uid', 'entity_reference', { settings: { targetTypes: ['user--user'] } });

/** The name under `targetTypes` that stands for the bundle of the entry itself. */
export const SAME_BUNDLE = '(same bundle)';

export const ENTITY_TYPES: readonly EntityType[] = [
  {
    name: 'node',
    label: 'Content',
    baseFields: [label('title'), status, created, changed, langcode, path, author],
    labelField: 'title',
    bundles: 'many',
    writable: true,
  },
  {
    name: 'media',
    label: 'Media',
    baseFields: [label('name'), status, created, changed, langcode, author],
    labelField: 'name',
    bundles: 'many',
    writable: true,
  },
  {
    name: 'taxonomy_term',
    label: 'Taxonomy term',
    baseFields: [
      label('name'),
      field('description', 'text_long'),
      field('weight', 'integer', { initial: 0 }),
      field('parent', 'entity_reference', {
        cardinality: UNLIMITED,
        settings: { targetTypes: [SAME_BUNDLE] },
      }),
      status,
      changed,
      langcode,
    ],
    labelField: 'name',
    bundles: 'many',
    writable: true,
  },
  {
    name: 'file',
    label: 'File',
    baseFields: [
      field('filename', 'string', { settings: { maxLength: 255 } }),
      field('uri', 'string', { settings: { maxLength: 255, caseSensitive: true } }),
      field('filemime', 'string', { settings: { maxLength: 255 } }),
      field('filesize', 'integer'),
      status,
      created,
      changed,
      author,
    ],
    labelField: 'filename',
    bundles: { only: 'file' },
    writable: false,
  },
  {
    name: 'user',
    label: 'User',
    baseFields: [
      field('display_name', 'string', { settings: { maxLength: 255 } }),
      field('name', 'string', { settings: { maxLength: 255 }, hidden: true }),
      status,
      created,
      changed,
    ],
    labelField: 'display_name',
    bundles: { only: 'user' },
    writable: false,
  },
];
