import { useQuery } from '@tanstack/react-query';
import * as queries from '../manage/queries.js';
import type { Bundle, ContentModel, EntityType, Field } from '../manage/shapes.js';

/** A bundle together with its entity type. */
export interface ResourceType extends Bundle {
  readonly entity: EntityType;
  /** Those every entity type brings, then its own. */
  readonly allFields: readonly Field[];
  /** The field that names an entry to people. */
  readonly labelField: Field;
}

export function resourceTypesOf({ bundles, entityTypes }: ContentModel): readonly ResourceType[] {
  return bundles.flatMap((bundle) => {
    const entity = entityTypes.find(({ name }) => name === bundle.entityType);
    const allFields = [...bundle.baseFields, ...bundle.fields];
    const labelField = allFields.find(({ name }) => name === entity?.labelField);
    return entity === undefined || labelField === undefined
      ? []
      : [{ ...bundle, entity, allFields, labelField }];
  });
}

/** `undefined` while the content model is on its way, `null` when it has no such type. */
export function useResourceType(name: string): ResourceType | null | undefined {
  const { data } = useQuery(queries.contentModel);
  if (data === undefined) return undefined;
  return resourceTypesOf(data).find(({ type }) => type === name) ?? null;
}

const BASE_LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  name: 'Name',
  display_name: 'Name shown to others',
  description: 'Description',
  weight: 'Weight',
  parent: 'Parent',
  status: 'Published',
  created: 'Created',
  changed: 'Changed',
  langcode: 'Language',
  path: 'Path',
  uid: 'Author',
  filename: 'File name',
  uri: 'Address',
  filemime: 'Media type',
  filesize: 'Size in bytes',
};

/** What people call a field: those that every entity type brings have no label but their name. */
export function labelOf({ name, label }: Field): string {
  return label === name ? (BASE_LABELS[name] ?? label) : label;
}

/** The resource types that a reference of an entry of `type` may point at. */
export function targetTypesOf({ settings }: Field, type: string): readonly string[] {
  return (settings.targetTypes ?? []).map((name) => (name === '(same bundle)' ? type : name));
}

/** Kept by the service. */
export function isReadOnly({ name }: Field): boolean {
  return name === 'changed';
}
