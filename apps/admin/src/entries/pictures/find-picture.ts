import { buildUrl } from '../../http/build-url.js';
import type { Identifier, Json, Linkage, Resource } from '../../jsonapi/document.js';
import type { ContentModel, Field } from '../../management-api/resources.js';
import { isObject, isReference } from '../values.js';
import { getTargetTypes } from '../resource-type.js';

/** Resource types whose entries are, or have, a file. */
const FILES = /^(media|file)--/;

/** Addresses whose path ends as those of files that browsers show as pictures. */
const PICTURES = /^[^?#]+\.(avif|gif|jpe?g|png|svg|webp)([?#]|$)/i;

/** Whether entries of a resource type can have a picture. */
export function canHavePicture(type: string, model: ContentModel): boolean {
  return FILES.test(type) || getPictureFields(type, model).length > 0;
}

/** The reference fields of a resource type whose targets can have the picture of an entry, to be included in documents. */
export function getPictureFields(type: string, { bundles }: ContentModel): readonly string[] {
  const { fields = [] } = bundles.find((bundle) => bundle.type === type) ?? {};
  return fields.filter((field) => isReference(field) && hasFiles(field, type)).map(({ name }) => name);
}

function hasFiles(field: Field, type: string): boolean {
  return getTargetTypes(field, type).some((target) => FILES.test(target));
}

/**
 * The URL of the picture of an entry: the first address of a picture among its own values, when it is a medium or a file, or
 * among those of the targets of its picture fields.
 */
export function findPicture(
  entry: Resource,
  included: readonly Resource[],
  model: ContentModel,
): string | undefined {
  const linked = getPictureFields(entry.type, model).flatMap((name) =>
    toIdentifiers(entry.relationships?.[name]?.data ?? null),
  );
  const targets = linked.map(({ type, id }) => included.find((one) => one.type === type && one.id === id));
  return [entry, ...targets].map(findOwnPicture).find((url) => url !== undefined);
}

function toIdentifiers(linkage: Linkage): readonly Identifier[] {
  if (linkage === null) return [];
  return 'id' in linkage ? [linkage] : linkage;
}

function findOwnPicture(entry: Resource | undefined): string | undefined {
  if (entry === undefined || !FILES.test(entry.type)) return undefined;
  return Object.values(entry.attributes)
    .flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]))
    .map((value) => toPictureUrl(isObject(value) ? value['uri'] : value))
    .find((url) => url !== undefined);
}

/** The URL of an address that the Content Security Policy of the administration allows as a picture. */
function toPictureUrl(address: Json | undefined): string | undefined {
  if (typeof address !== 'string' || !PICTURES.test(address)) return undefined;
  if (address.startsWith('internal:/')) return buildUrl(address.slice('internal:'.length));
  return address.startsWith('https://') ? address : undefined;
}
