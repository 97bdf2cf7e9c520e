import {
  type Field,
  FIELD_TYPES,
  formatMenuLinkId,
  getStatusField,
  isMultiple,
  isRelationship,
  parseMenuLinkId,
  SAME_BUNDLE,
} from '@content-service/bundles';
import { formatDateTime, getOwn, isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { isEmptyValue } from './compare-values.js';
import type { ContentLinks } from './content-links.js';
import { convertValue } from './convert-value.js';
import { isOwnBundle, KEPT_BY_DRUPAL, type TypePlan } from './derive-model.js';
import type { EntryIds } from './entry-ids.js';
import type { FileAddresses } from './file-addresses.js';
import type { UnknownAddress } from './file-report.js';
import { ABSENT_IDS, getIdentifiers, type SourceIdentifier } from './observe-fields.js';
import type { SourceResource } from './source-documents.js';

/** The parts that the conversion of values depends on, for all resources of a source. */
export interface ConversionSite {
  /** The origin of the source. */
  readonly origin: string;
  readonly ids: EntryIds;
  readonly links: ContentLinks;
  readonly addresses: FileAddresses;
  /** Called for each address of a file in a text or link. @param isKnown whether it was replaced */
  readonly noteAddress: (address: UnknownAddress, isKnown: boolean) => void;
  /** The resource type of this service that references to a type of the source may point at. */
  readonly findTarget: (type: string) => string | undefined;
}

/** The values of an entry, as a site package has them. */
export interface ConvertedValues {
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
}

/** Called for each value that is not stored as it was. @param field of the source */
type NoteValue = (field: string, message: string) => void;

/**
 * Converts the attributes and references of a resource. Everything that is not taken over as it is, is noted: values that
 * are changed, and values of fields that are left out.
 */
export function convertValues(
  resource: SourceResource,
  plan: TypePlan,
  site: ConversionSite,
  note: NoteValue,
): ConvertedValues {
  const attributes: Record<string, Json> = {};
  const statusField = getStatusField(plan.target.entityType);
  const relationships: Record<string, Json> = {};
  for (const { source, field } of plan.fields.values()) {
    const noteField = (message: string): void => {
      note(source, message);
    };
    if (isRelationship(field)) {
      const data = getData(getOwn(resource.relationships, source));
      if (data !== undefined)
        relationships[field.name] = { data: convertLinkage(data, field, plan, site, noteField) };
    } else {
      const value = getOwn(resource.attributes, source);
      if (value === undefined) continue;
      const converted = convertValue(value, field, { origin: site.origin, note: noteField });
      const isUnknownState = field.name === statusField && converted === null && !isEmptyValue(value);
      if (isUnknownState) noteField('a state that is neither true nor false; the entry is not published');
      // A field with an initial value always has one, so its absence at the source changes nothing.
      if (converted !== null || field.initial === undefined) {
        const pointed =
          field.type === 'menu_link_parent' ? convertParent(converted, resource, site.ids) : converted;
        const linked = site.links.rewrite(pointed, field, noteField);
        attributes[field.name] = site.addresses.rewrite(linked, field, (address, isKnown) => {
          const entry = `${resource.type}/${resource.id}`;
          site.noteAddress({ entry, field: source, address }, isKnown);
        });
      } else if (isUnknownState) attributes[field.name] = false;
    }
  }
  Object.assign(attributes, convertSchedules(resource, plan, note));
  noteLeftOut(resource, plan, note);
  return { attributes, relationships };
}

/** The link above a link of a menu, which is in the same menu and so of the same resource type, by the id of its entry. */
function convertParent(parent: Json, { type }: SourceResource, ids: EntryIds): Json {
  const id = typeof parent === 'string' ? parseMenuLinkId(parent) : undefined;
  return id === undefined ? parent : formatMenuLinkId(ids.get(type, id));
}

/** The times of publication: no fields, but schedules of the service. */
function convertSchedules({ attributes }: SourceResource, plan: TypePlan, note: NoteValue): JsonObject {
  const times: Record<string, Json> = {};
  for (const name of plan.schedules) {
    const value = getOwn(attributes, name);
    if (value === undefined) continue;
    times[name] = Number.isSafeInteger(value) ? formatSeconds(Number(value)) : value;
    if (value !== null) note(name, 'a time of publication, which became a schedule');
  }
  return times;
}

/** Times that no document can show are refused with the line. */
function formatSeconds(seconds: number): Json {
  return Math.abs(seconds) < 1e11 ? formatDateTime(seconds) : seconds;
}

function convertLinkage(
  data: Json,
  field: Field,
  plan: TypePlan,
  { ids, findTarget }: ConversionSite,
  note: (message: string) => void,
): Json {
  const names = FIELD_TYPES[field.type].targetTypes ?? field.settings.targetTypes ?? [];
  const targetTypes = names.map((name) => (name === SAME_BUNDLE ? plan.target.name : name));
  const identifiers = getIdentifiers(data);
  const members = Array.isArray(data) ? data.length : Number(data !== null);
  if (identifiers.length < members) note('a reference without type and id');
  const linkage = identifiers.flatMap((identifier) => {
    const { type, id } = identifier;
    if (ABSENT_IDS.has(id)) {
      // The parent of a term at the top of its vocabulary is virtual in Drupal, which is no loss.
      const isRoot = id === 'virtual' && field.name === 'parent';
      if (!isRoot) note(`a reference to a ${id} resource`);
      return [];
    }
    const target = findTarget(type);
    if (target !== undefined && targetTypes.includes(target))
      return [{ type: target, id: ids.get(type, id), ...getMeta(identifier) }];
    note(formatLostReference(type));
    return [];
  });
  if (isMultiple(field)) return linkage;
  if (linkage.length > 1) note('more references than the field can have (1); the first was kept');
  return linkage[0] ?? null;
}

/** The members that the source gives to a reference, such as `alt` and `title` of an image; not its row numbers and links. */
function getMeta({ meta }: SourceIdentifier): { meta?: JsonObject } {
  if (!isJsonObject(meta)) return {};
  const kept = Object.entries(meta).filter(
    ([name, value]) =>
      value !== undefined && !/^(?:drupal_internal__.*|links|arity|target_revision_id)$/.test(name),
  );
  return kept.length === 0 ? {} : { meta: Object.fromEntries(kept) };
}

/** Notes the values of fields that are left out, but for what Drupal keeps for itself. */
function noteLeftOut(
  { type, attributes, relationships }: SourceResource,
  plan: TypePlan,
  note: NoteValue,
): void {
  const reasons = new Map(plan.leftOut.map(({ name, reason }) => [name, reason]));
  for (const [name, value] of Object.entries(attributes)) {
    if (plan.schedules.includes(name) || isEmptyValue(value)) continue;
    // The login name of a profile is hidden, and taken over.
    if (plan.target.name === 'user--user' && name === 'name') continue;
    const planned = plan.fields.get(name);
    const reason = planned === undefined ? reasons.get(name) : getClash(planned.field);
    if (reason !== undefined && (reason !== KEPT_BY_DRUPAL || name === 'behavior_settings'))
      note(name, `a value, which was left out: ${reason}`);
  }
  for (const [name, relationship] of Object.entries(relationships)) {
    if (plan.fields.has(name) || reasons.get(name) === KEPT_BY_DRUPAL) continue;
    for (const { id, type: target } of getIdentifiers(getData(relationship)))
      if (id !== 'virtual' && !isOwnBundle(type, name, target))
        note(name, ABSENT_IDS.has(id) ? `a reference to a ${id} resource` : formatLostReference(target));
  }
}

/** A name that is that of a reference, too, has no place for its attribute. */
function getClash(field: Field): string | undefined {
  return isRelationship(field) ? 'a reference has the same name' : undefined;
}

function formatLostReference(type: string): string {
  return `a reference to a ${type}, which is not taken over`;
}

function getData(relationship: Json | undefined): Json | undefined {
  return isJsonObject(relationship) ? getOwn(relationship, 'data') : undefined;
}
