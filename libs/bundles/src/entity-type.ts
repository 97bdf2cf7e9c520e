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
  /** Whether entries are written over JSON:API; `existing`: they are changed and deleted, and created by the service alone. */
  readonly writable: boolean | 'existing';
  /** Whether replaced states of entries are kept as revisions. */
  readonly versioned: boolean;
  /** The scope that writes of entries need besides `content:administer`. */
  readonly writeScope?: string;
  /** The boolean base field that says whether an entry is published; `status` by default. */
  readonly statusField?: string;
  /** Whether entries can be published and unpublished at a time (`publish_on`, `unpublish_on`). */
  readonly schedulable: boolean;
  /** Whether entries that are not published may lack required values other than their label. */
  readonly unfinishedDrafts?: true;
}

/** The name of the field that says whether an entry is published. */
export function getStatusField({ statusField = 'status' }: EntityType): string {
  return statusField;
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
    versioned: true,
    schedulable: true,
    unfinishedDrafts: true,
  },
  {
    name: 'media',
    label: 'Media',
    baseFields: [label('name'), status, created, changed, langcode, author],
    labelField: 'name',
    bundles: 'many',
    writable: true,
    versioned: true,
    schedulable: true,
    unfinishedDrafts: true,
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
    versioned: true,
    schedulable: false,
  },
  {
    name: 'redirect',
    label: 'Redirects',
    baseFields: [
      defineField('source', 'string', {
        label: 'Old path',
        description: 'The path from which visitors are led to the target.',
        placeholder: '/old-address',
        required: true,
        format: 'path',
        settings: { maxLength: 255 },
      }),
      defineField('target', 'link', {
        label: 'Target',
        description: 'The address to which visitors are led: internal:/path, entity:node/<id> or https://…',
        required: true,
      }),
      defineField('status_code', 'integer', {
        label: 'Status code',
        initial: 301,
        onlyValues: [301, 302, 307, 308],
      }),
      status,
      created,
      changed,
      defineField('langcode', 'string', { settings: { maxLength: 12 }, initial: 'und' }),
      defineField('automatic', 'boolean', { readOnly: true, initial: false }),
    ],
    labelField: 'source',
    bundles: { only: 'redirect' },
    writable: true,
    versioned: false,
    schedulable: false,
  },
  {
    name: 'menu_link_content',
    label: 'Menu links',
    baseFields: [
      label('title'),
      defineField('menu_name', 'string', {
        label: 'Menu',
        description: 'The machine name of the menu, such as main.',
        required: true,
        format: 'menu',
        settings: { maxLength: 32 },
      }),
      defineField('link', 'link', {
        label: 'Target',
        description:
          'The address that the link leads to: internal:/path, entity:node/<id>, route:<front>, route:<nolink> or https://…',
        required: true,
      }),
      defineField('description', 'string', { settings: { maxLength: 255 } }),
      defineField('parent', 'menu_link_parent', {
        label: 'Parent',
        description:
          'The link above this one: menu_link_content:<id>, or an empty text at the root of the menu.',
      }),
      defineField('weight', 'integer', { initial: 0 }),
      defineField('expanded', 'boolean', { initial: false }),
      defineField('enabled', 'boolean', { initial: true }),
      langcode,
      changed,
    ],
    labelField: 'title',
    bundles: { only: 'menu_link_content' },
    writable: true,
    writeScope: 'menu:administer',
    statusField: 'enabled',
    versioned: false,
    schedulable: false,
  },
  {
    name: 'file',
    label: 'Files',
    baseFields: [
      defineField('filename', 'string', { settings: { maxLength: 255 } }),
      defineField('uri', 'file_uri', { readOnly: true }),
      defineField('filemime', 'string', { settings: { maxLength: 255 }, readOnly: true }),
      defineField('filesize', 'integer', { readOnly: true }),
      defineField('checksum', 'string', { settings: { caseSensitive: true }, readOnly: true }),
      defineField('width', 'integer', { readOnly: true }),
      defineField('height', 'integer', { readOnly: true }),
      defineField('focal_point', 'focal_point'),
      status,
      defineField('temporary', 'boolean', { initial: false, hidden: true }),
      defineField('created', 'timestamp', { readOnly: true, initial: NOW }),
      changed,
      author,
    ],
    labelField: 'filename',
    bundles: { only: 'file' },
    writable: 'existing',
    versioned: false,
    schedulable: false,
  },
  {
    name: 'user',
    label: 'Users',
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
    versioned: false,
    schedulable: false,
  },
];
