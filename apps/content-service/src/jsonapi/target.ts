import {
  BundleUnknown,
  type ContentModel,
  type ResourceType,
  resourceTypeName,
} from '@content-service/bundles';
import { EntryUnknown, RelationshipUnknown } from '@content-service/entries';
import { isUuid, type Uuid } from '@content-service/kernel';

/** The parameters of a path, as Express decoded them. */
export interface PathParameters {
  readonly entityType: string;
  readonly bundle: string;
  readonly id: string;
  readonly field: string;
}

/** @throws BundleUnknown */
export function typeIn({ entityType, bundle }: PathParameters, model: ContentModel): ResourceType {
  const type = model.find(resourceTypeName(entityType, bundle));
  if (type === undefined) throw new BundleUnknown(entityType, bundle);
  return type;
}

/** @throws RelationshipUnknown */
export function relationshipIn(
  { field }: PathParameters,
  type: ResourceType,
): ResourceType['relationships'][number] {
  const found = type.relationships.find(({ name }) => name === field);
  if (found === undefined) throw new RelationshipUnknown(type, field);
  return found;
}

/** Ids compare without case in paths. @throws EntryUnknown for what cannot be the id of an entry */
export function idIn({ id }: PathParameters, type: ResourceType): Uuid {
  const lowerCase = id.toLowerCase();
  if (!isUuid(lowerCase)) throw new EntryUnknown(type.name, id);
  return lowerCase;
}
