import {
  absentValue,
  type Field,
  isMultiple,
  ModelOutdated,
  type ResourceType,
} from '@content-service/bundles';
import type { Entry } from '@content-service/entries';
import type { DocumentContext } from './document.js';
import { linkageText } from './linkage.js';
import { collectionHref } from './links.js';

/** Writes one entry as a resource object. */
export type WriteResource = (entry: Entry) => string;

/**
 * A writer for all resources of one document: what is the same for every entry of a type is worked out once.
 *
 * @throws ModelOutdated (when writing) for an entry of a bundle that was made after the model was read
 */
export function resourceWriter(context: DocumentContext): WriteResource {
  const writers = new Map<string, WriteResource>();
  return (entry) => {
    let write = writers.get(entry.type);
    if (write === undefined) writers.set(entry.type, (write = writerOf(entry.type, context)));
    return write(entry);
  };
}

function writerOf(typeName: string, { model, site, fields }: DocumentContext): WriteResource {
  const type = model.find(typeName);
  if (type === undefined) throw new ModelOutdated();
  const chosen = fields.get(typeName);
  const isShown = ({ name, hidden }: Field): boolean => hidden !== true && (chosen?.has(name) ?? true);
  const attributes = type.attributes.filter(isShown);
  const relationships = type.relationships.filter(isShown);
  const showsAll = chosen === undefined && !type.hasHiddenFields;
  const base = JSON.stringify(collectionHref(typeName, site)).slice(1, -1);
  return (entry) => {
    const self = `${base}/${entry.id}`;
    const attributesText =
      showsAll && hasPresentFields(entry, type) ? entry.attributesText : pickAttributes(entry, attributes);
    const relationshipsText = relationships.map((field) => relationshipText(entry, field, self)).join(',');
    return (
      `{"type":"${typeName}","id":"${entry.id}","attributes":${attributesText},` +
      `"relationships":{${relationshipsText}},"links":{"self":{"href":"${self}"}}}`
    );
  };
}

/** Whether the stored attributes are exactly those the bundle has now. */
function hasPresentFields(entry: Entry, type: ResourceType): boolean {
  return entry.modelVersion >= type.bundle.since;
}

function pickAttributes(entry: Entry, fields: readonly Field[]): string {
  return JSON.stringify(
    Object.fromEntries(
      fields.map((field) => [field.name, entry.attributes[field.name] ?? absentValue(field)]),
    ),
  );
}

function relationshipText(entry: Entry, field: Field, self: string): string {
  const { name } = field;
  const data = linkageText(entry.relationships[name] ?? [], isMultiple(field));
  return (
    `"${name}":{"data":${data},"links":{"self":{"href":"${self}/relationships/${name}"},` +
    `"related":{"href":"${self}/${name}"}}}`
  );
}
