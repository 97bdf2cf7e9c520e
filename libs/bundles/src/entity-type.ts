import { defineField, type Field, NOW, UNLIMITED } from './field.js';

/** A family of resource types with the same base fields. Adding one is one row of `ENTITY_TYPES`. */
export interface EntityType {
  readonly name: string;
  readonly label: string;
  readonly baseFields: readonly Field[];
  /** The field with the display name of an entry. */
  readonly labelField: string;
  /** `many`: bundles are created at run time; otherwise the name of the only, fixed bundle. */
  readonly bundles: 'many' | { readonly only: string };
  /** Whether entries are written over JSON:API. */
  readonly writable: boolean;
  /** Whether entries can be published and unpublished at a time (`publish_on`, `unpublish_on`). */
  readonly schedulable: boolean;
}

/** The attributes of request bodies that schedule an action of an entry. They are no fields. */
export const SCHEDULE_ATTRIBUTES = { publish: 'publish_on', unpublish: 'unpublish_on' } as const;

/** Names that no new field gets, whether the entries of its entity type can be scheduled or not. */
export const SCHEDULE_FIELD_NAMES: readonly string[] = Object.values(SCHEDULE_ATTRIBUTES);

const label = (name: string): Field =>
  defineField(name, 'string', { required: true, settings: { maxLength: 255 } });
const status = defineField('status', 'boolean', { initial: true });
const created = defineField('created', 'timestamp', { initial: NOW });
const changed = defineField('changed', 'timestamp', { readOnly: true, initial: NOW });
const langcode = defineField('langcode', 'string', { settings: { maxLength: 12 }, initial: 'en' });
const path = defineField('path', 'path');
const author = defineField('uid', 'entity_reference', { settings: { targetTypes: ['user--user'] } });

/** The placeholder in `targetTypes` for the resource type that has the field. */
export const SAME_BUNDLE = '(same bundle)';

export const ENTITY_TYPES: readonly EntityType[] = [
  {
    name: 'node',
    label: 'Content',
    baseFields: [label('title'), status, created, changed, langcode, path, author],
    labelField: 'title',
    bundles: 'many',
    writable: true,
    schedulable: true,
  },
  {
    name: 'media',
    label: 'Media',
    baseFields: [label('name'), status, created, changed, langcode, author],
    labelField: 'name',
    bundles: 'many',
    writable: true,
    schedulable: true,
  },
  {
    name: 'taxonomy_term',
    label: 'Terms',
    baseFields: [
      label('name'),
      defineField('description', 'text_long'),
      defineField('weight', 'integer', { initial: 0 }),
      defineField('parent', 'entity_reference', {
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
    schedulable: false,
  },
  {
    name: 'file',
    label: 'File',
    baseFields: [
      defineField('filename', 'string', { settings: { maxLength: 255 } }),
      defineField('uri', 'string', { settings: { maxLength: 255, caseSensitive: true } }),
      defineField('filemime', 'string', { settings: { maxLength: 255 } }),
      defineField('filesize', 'integer'),
      status,
      created,
      changed,
      author,
    ],
    labelField: 'filename',
    bundles: { only: 'file' },
    writable: false,
    schedulable: false,
  },
  {
    name: 'user',
    label: 'User',
    baseFields: [
      defineField('display_name', 'string', { settings: { maxLength: 255 } }),
      defineField('name', 'string', { settings: { maxLength: 255 }, hidden: true }),
      status,
      created,
      changed,
    ],
    labelField: 'display_name',
    bundles: { only: 'user' },
    writable: false,
    schedulable: false,
  },
];
