import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../jsonapi/document.js';
import * as queries from '../management-api/queries.js';
import { getOwn } from '../own-members.js';
import { FILE_TYPE, isFileField } from './file-fields.js';
export { getFieldLabel } from './field-label.js';
import type { Bundle, ContentModel, EntityType, Field } from '../management-api/resources.js';

/** A bundle with its entity type. */
export interface ResourceType extends Bundle {
  readonly entity: EntityType;
  /** The base fields of the entity type, then those of the bundle. */
  readonly allFields: readonly Field[];
  /** The field with the title or name of an entry. */
  readonly labelField: Field;
}

/** Entity types whose entries are not edited by a form of their fields: the links of menus have a screen of their own. */
const WITHOUT_FORM: readonly string[] = ['menu_link_content'];

/** The bundles of the content model whose entries are edited by a form. */
export function toResourceTypes({ bundles, entityTypes }: ContentModel): readonly ResourceType[] {
  return bundles.flatMap((bundle) => {
    const entity = entityTypes.find(({ name }) => name === bundle.entityType);
    const allFields = [...bundle.baseFields, ...bundle.fields];
    const labelField = allFields.find(({ name }) => name === entity?.labelField);
    return entity === undefined || labelField === undefined || WITHOUT_FORM.includes(entity.name)
      ? []
      : [{ ...bundle, entity, allFields, labelField }];
  });
}

/** A resource type by name; `undefined` while the content model is loading, `null` for an unknown type. */
export function useResourceType(name: string): ResourceType | null | undefined {
  const { data } = useQuery(queries.contentModel);
  if (data === undefined) return undefined;
  return toResourceTypes(data).find(({ type }) => type === name) ?? null;
}

/** Whether entries of a type have pages of their own, at their path. */
export function hasPage({ allFields }: ResourceType): boolean {
  return allFields.some(({ type }) => type === 'path');
}

/** The base field that tells whether an entry is published. */
export const STATUS = 'status';

/** The resource types that a reference field of an entry of `type` can target. */
export function getTargetTypes({ type: fieldType, settings }: Field, type: string): readonly string[] {
  if (isFileField(fieldType)) return [FILE_TYPE];
  return (settings.targetTypes ?? []).map((name) => (name === '(same bundle)' ? type : name));
}

/** The fields that the service sets besides `changed`, by resource type. */
const SET_BY_SERVICE: Readonly<Record<string, readonly string[]>> = {
  [FILE_TYPE]: ['uri', 'filemime', 'filesize', 'checksum', 'width', 'height', 'created'],
  'redirect--redirect': ['automatic'],
};

/** Whether the service sets the field of entries of a resource type (`changed`). */
export function isReadOnly({ name }: Field, type: string): boolean {
  return name === 'changed' || (getOwn(SET_BY_SERVICE, type)?.includes(name) ?? false);
}

/** The fields of a type whose values are those of the user. */
export function getWritableFields({
  type,
  allFields,
}: Pick<ResourceType, 'type' | 'allFields'>): readonly Field[] {
  return allFields.filter((field) => !isReadOnly(field, type));
}

/** The title or name of an entry; its id without one. */
export function getTitle({ type, id, attributes }: Resource, { entityTypes }: ContentModel): string {
  const entity = entityTypes.find(({ name }) => type.startsWith(`${name}--`));
  const title = entity === undefined ? undefined : attributes[entity.labelField];
  return typeof title === 'string' && title.trim() !== '' ? title : id;
}
