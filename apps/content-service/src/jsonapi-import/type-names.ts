import { createHash } from 'node:crypto';
import { ENTITY_TYPES, type EntityType, formatResourceTypeName } from '@content-service/bundles';
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
/** Names that a field cannot have: members of resource objects, and a property of every JavaScript object. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['id', 'type', 'links', 'meta', 'relationships', 'attributes', 'constructor'],
]);

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

/** A valid machine name: `fieldTags` becomes `field_tags`; names that are too long end with a hash. */
function toMachineName(text: string): string {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '_');
  const name = /^[a-z]/.test(words) ? words : `x_${words}`;
  if (name.length <= NAME_MAXIMUM) return name;
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
  if (isUuid(lowerCase)) return lowerCase;
  const bytes = createHash('sha256')
    .update(JSON.stringify([source, type, id]))
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return formatUuid(bytes);
}
