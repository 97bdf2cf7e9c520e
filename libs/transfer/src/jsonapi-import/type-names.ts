import { createHash } from 'node:crypto';
import {
  ENTITY_TYPES,
  type EntityType,
  formatResourceTypeName,
  RESERVED_FIELD_NAMES,
  SCHEDULE_FIELD_NAMES,
} from '@content-service/bundles';
import { formatUuid, isUuid, type Uuid } from '@content-service/kernel';

/** The bundle of this service for a resource type of the source. */
export interface TargetType {
  readonly name: string;
  readonly entityType: EntityType;
  readonly bundle: string;
}

/** The longest machine name of a bundle or field. */
const NAME_MAXIMUM = 32;
const HASH_LENGTH = 6;
/** Content of entity types that this service does not have, such as paragraphs, becomes content of this one. */
const FALLBACK = 'node';
const RESERVED: ReadonlySet<string> = new Set([...RESERVED_FIELD_NAMES, ...SCHEDULE_FIELD_NAMES]);

/**
 * The bundle for a resource type: `node--article` stays what it is, `paragraph--text` becomes `node--paragraph_text`, and
 * `articles` becomes `node--articles`.
 */
export function toTargetType(source: string): TargetType {
  const [first = '', ...rest] = source.split('--');
  const own = ENTITY_TYPES.find(({ name }) => name === first);
  if (own !== undefined && rest.length > 0) return createTarget(own, rest.join('_'));
  const fallback = ENTITY_TYPES.find(({ name }) => name === FALLBACK);
  if (fallback === undefined) throw new Error(`There is no entity type ${FALLBACK}.`);
  return createTarget(fallback, [first, ...rest].join('_'));
}

function createTarget(entityType: EntityType, wanted: string): TargetType {
  const bundle = entityType.bundles === 'many' ? toMachineName(wanted) : entityType.bundles.only;
  return { name: formatResourceTypeName(entityType.name, bundle), entityType, bundle };
}

/**
 * The bundles for all resource types of a source. Of types that would become the same bundle, such as the content type
 * `paragraph_text` and the paragraphs `text`, the one of an own entity type keeps the name; the other names end with a hash.
 */
export function toTargetTypes(sources: readonly string[]): ReadonlyMap<string, TargetType> {
  const isOwn = (source: string): boolean => ENTITY_TYPES.some(({ name }) => source.startsWith(`${name}--`));
  const sorted = [...new Set(sources)].sort(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || (a < b ? -1 : 1),
  );
  const taken = new Set<string>();
  const targets = new Map<string, TargetType>();
  for (const source of sorted) {
    const wanted = toTargetType(source);
    const isMany = wanted.entityType.bundles === 'many';
    const target = isMany && taken.has(wanted.name) ? createHashed(wanted, source) : wanted;
    taken.add(target.name);
    targets.set(source, target);
  }
  return targets;
}

function createHashed({ entityType, bundle: wanted }: TargetType, source: string): TargetType {
  const bundle = appendHash(wanted, source);
  return { name: formatResourceTypeName(entityType.name, bundle), entityType, bundle };
}

/** A valid machine name: `fieldTags` becomes `field_tags`; names that are too long end with a hash. */
function toMachineName(text: string): string {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '_');
  const name = /^[a-z]/.test(words) ? words : `x_${words}`;
  return name.length <= NAME_MAXIMUM ? name : appendHash(name, text);
}

function appendHash(name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, NAME_MAXIMUM - HASH_LENGTH - 1)}_${hash}`;
}

/** A machine name that no other field has. @param taken the names of other fields */
export function toFieldName(source: string, taken: ReadonlySet<string>): string {
  const name = toMachineName(source);
  if (!RESERVED.has(name) && !taken.has(name)) return name;
  for (let number = 1; ; number += 1) {
    const candidate = toMachineName(number === 1 ? `field_${name}` : `field_${name}_${number}`);
    if (!taken.has(candidate)) return candidate;
  }
}

/** A label such as `Landing page` for `landing_page`. */
export function toLabel(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The id of an entry: that of the resource when it is a UUID, otherwise one that is computed from source, type and id, so
 * that further imports find the same entry (UUID version 8, RFC 9562 §5.8).
 */
export function toEntryId(source: string, type: string, id: string): Uuid {
  const lowerCase = id.toLowerCase();
  return isUuid(lowerCase) ? lowerCase : computeEntryId(source, type, id);
}

/** An id that no resource of the source has. */
export function computeEntryId(source: string, type: string, id: string): Uuid {
  const bytes = createHash('sha256')
    .update(JSON.stringify([source, type, id]))
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return formatUuid(bytes);
}
