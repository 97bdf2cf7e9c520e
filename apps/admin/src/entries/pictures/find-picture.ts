import type { Identifier, Json, Linkage, Resource } from '../../jsonapi/document.js';
import type { ContentModel, Field } from '../../management-api/resources.js';
import { FILE_TYPE } from '../file-fields.js';
import { getTargetTypes } from '../resource-type.js';
import { isObject, isReference } from '../values.js';
import { findFilePicture, toPictureUrl } from './file-picture.js';

/** Resource types whose entries are, or have, a file. */
const FILES = /^(media|file)--/;

/** Whether entries of a resource type can have a picture. */
export function canHavePicture(type: string, model: ContentModel): boolean {
  return FILES.test(type) || getPictureFields(type, model).length > 0;
}

/** The reference fields of a resource type whose targets can have the picture of an entry. */
export function getPictureFields(type: string, { bundles }: ContentModel): readonly string[] {
  const { fields = [] } = bundles.find((bundle) => bundle.type === type) ?? {};
  return fields.filter((field) => isReference(field) && hasFiles(field, type)).map(({ name }) => name);
}

/** The paths of the targets that have the picture of an entry, to be included in documents; those of media have it in their files. */
export function getPicturePaths(type: string, model: ContentModel): readonly string[] {
  const { fields = [] } = model.bundles.find((bundle) => bundle.type === type) ?? {};
  const paths = getPictureFields(type, model).flatMap((name) => {
    const field = fields.find((candidate) => candidate.name === name);
    const media = field === undefined ? [] : getTargetTypes(field, type).filter((target) => target !== type);
    const nested = media.flatMap((target) => getPictureFields(target, model));
    return [name, ...nested.map((file) => `${name}.${file}`)];
  });
  return [...new Set(paths)];
}

function hasFiles(field: Field, type: string): boolean {
  return getTargetTypes(field, type).some((target) => FILES.test(target));
}

/**
 * The URL of the picture of an entry: its own, when it is a medium or a file, or that of a target of its picture fields, files
 * before media.
 */
export function findPicture(
  entry: Resource,
  included: readonly Resource[],
  model: ContentModel,
): string | undefined {
  const targets = findTargets(entry, included, model);
  const files = targets.filter(({ type }) => type === FILE_TYPE);
  const others = targets.filter(({ type }) => type !== FILE_TYPE);
  const ofMedia = others.flatMap((target) => [...findTargets(target, included, model), target]);
  return [entry, ...files, ...ofMedia].map(findOwnPicture).find((url) => url !== undefined);
}

/** The alternative text of the first picture of an entry; empty for a decorative one, `undefined` without a decision. */
export function findAlternativeText(entry: Resource, model: ContentModel): string | undefined {
  const [identifier] = getPictureFields(entry.type, model)
    .flatMap((name) => toIdentifiers(entry.relationships?.[name]?.data ?? null))
    .filter(({ type }) => type === FILE_TYPE);
  const alt = identifier?.meta?.['alt'];
  return typeof alt === 'string' ? alt : undefined;
}

/** The targets of the picture fields of an entry, as far as the document has them. */
function findTargets(
  entry: Resource,
  included: readonly Resource[],
  model: ContentModel,
): readonly Resource[] {
  return getPictureFields(entry.type, model)
    .flatMap((name) => toIdentifiers(entry.relationships?.[name]?.data ?? null))
    .flatMap(({ type, id }) => included.find((one) => one.type === type && one.id === id) ?? []);
}

export function toIdentifiers(linkage: Linkage): readonly Identifier[] {
  if (linkage === null) return [];
  return 'id' in linkage ? [linkage] : linkage;
}

function findOwnPicture(entry: Resource): string | undefined {
  if (entry.type === FILE_TYPE) return findFilePicture(entry);
  if (!FILES.test(entry.type)) return undefined;
  return Object.values(entry.attributes)
    .flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]))
    .map((value) => toPictureUrl(isObject(value) ? value['uri'] : value))
    .find((url) => url !== undefined);
}
