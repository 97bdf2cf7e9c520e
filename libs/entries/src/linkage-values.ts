import {
  type ContentModel,
  type Field,
  isMultiple,
  isReference,
  type ResourceType,
  targetTypes,
  UNLIMITED,
} from '@content-service/bundles';
import {
  type DomainError,
  isJsonObject,
  isUuid,
  type Json,
  type JsonObject,
  type Uuid,
} from '@content-service/kernel';
import type { Identifier, Relationships } from './entry.js';
import { InvalidFieldValue, InvalidIdentifier, TargetMissing, UnknownField } from './entry.errors.js';
import type { EntryStatus } from './entry.store.js';
import { pointerToken } from './pointer-token.js';

/** A target that a draft names, and where. */
export interface NamedTarget extends Identifier {
  readonly pointer: string;
}

/** What a draft's relationships become, the targets that have to exist, and everything that is wrong. */
export interface CheckedRelationships {
  readonly relationships: Relationships;
  readonly targets: readonly NamedTarget[];
  readonly problems: readonly DomainError[];
}

/** Checks the relationships of a draft and puts them over `previous`. Whether targets exist is not looked at yet. */
export function checkRelationships(
  draft: JsonObject,
  previous: Relationships,
  type: ResourceType,
  model: ContentModel,
): CheckedRelationships {
  const relationships: Record<string, readonly Identifier[]> = {};
  const targets: NamedTarget[] = [];
  const problems: DomainError[] = [];
  for (const { name } of type.relationships) relationships[name] = previous[name] ?? [];
  for (const [name, input] of Object.entries(draft)) {
    const pointer = `/data/relationships/${pointerToken(name)}`;
    const field = type.fields.get(name);
    if (field === undefined || !isReference(field)) {
      problems.push(new UnknownField(misplaced(name, field, type), pointer));
    } else if (!isJsonObject(input) || input['data'] === undefined) {
      problems.push(new InvalidFieldValue(`${name} must be an object with 'data'.`, pointer));
    } else {
      const checked = checkLinkage(input['data'], field, type, model, `${pointer}/data`);
      problems.push(...checked.problems);
      targets.push(...checked.targets);
      if (checked.problems.length === 0) relationships[name] = checked.targets.map(toIdentifier);
    }
  }
  return { relationships, targets, problems };
}

function misplaced(name: string, field: Field | undefined, type: ResourceType): string {
  return field === undefined || field.hidden === true
    ? `${type.name} has no relationship '${name}'.`
    : `${name} is an attribute; it belongs under 'attributes'.`;
}

/** Checks the linkage of one relationship: `null` or an identifier for to-one, a list of identifiers for to-many. */
export function checkLinkage(
  data: Json,
  field: Field,
  type: ResourceType,
  model: ContentModel,
  pointer: string,
): { targets: readonly NamedTarget[]; problems: readonly DomainError[] } {
  const shape = isMultiple(field) ? 'a list of resource identifiers' : 'a resource identifier or null';
  if (Array.isArray(data) !== isMultiple(field)) {
    return { targets: [], problems: [new InvalidFieldValue(`${field.name} needs ${shape}.`, pointer)] };
  }
  const members = (Array.isArray(data) ? data : data === null ? [] : [data]) as readonly Json[];
  if (field.cardinality !== UNLIMITED && members.length > field.cardinality) {
    const message = `${field.name} can have at most ${field.cardinality} targets, got ${members.length}.`;
    return { targets: [], problems: [new InvalidFieldValue(message, pointer)] };
  }
  const targets: NamedTarget[] = [];
  const problems: DomainError[] = [];
  for (const [n, member] of members.entries()) {
    const at = Array.isArray(data) ? `${pointer}/${n}` : pointer;
    const checked = checkIdentifier(member, field, type, model, at);
    if ('id' in checked) targets.push(checked);
    else problems.push(checked);
  }
  return { targets, problems };
}

function checkIdentifier(
  input: Json,
  field: Field,
  type: ResourceType,
  model: ContentModel,
  pointer: string,
): NamedTarget | DomainError {
  if (!isJsonObject(input) || typeof input['type'] !== 'string' || typeof input['id'] !== 'string')
    return new InvalidIdentifier(`A member of ${field.name} needs 'type' and 'id', both strings.`, pointer);
  const { type: targetType, id, meta } = input as { type: string; id: string; meta?: Json };
  if (model.find(targetType) === undefined)
    return new InvalidIdentifier(`There is no resource type '${targetType}'.`, `${pointer}/type`);
  const allowed = targetTypes(field, type.name);
  if (!allowed.includes(targetType)) {
    const message = `${field.name} can point at ${allowed.join(', ')}, not at ${targetType}.`;
    return new InvalidFieldValue(message, `${pointer}/type`);
  }
  if (!isUuid(id.toLowerCase())) return new TargetMissing(targetType, id, pointer);
  const kept = withoutArity(meta);
  return { type: targetType, id: id.toLowerCase(), pointer, ...(kept === undefined ? {} : { meta: kept }) };
}

/** `meta.arity` only counts members that occur twice: it is made anew whenever linkage is shown. */
function withoutArity(meta: Json | undefined): Record<string, Json> | undefined {
  if (!isJsonObject(meta)) return undefined;
  const rest = Object.entries(meta).filter(([name, value]) => name !== 'arity' && value !== undefined);
  return rest.length === 0 ? undefined : (Object.fromEntries(rest) as Record<string, Json>);
}

/** Faults of targets that do not exist, or are of another type than the identifier says. */
export function checkTargets(
  targets: readonly NamedTarget[],
  found: ReadonlyMap<Uuid, EntryStatus>,
): DomainError[] {
  return targets.flatMap(({ type, id, pointer }) => {
    const actual = found.get(id)?.type;
    if (actual === undefined) return [new TargetMissing(type, id, pointer)];
    if (actual === type) return [];
    return [new InvalidFieldValue(`The entry ${id} is a ${actual}, not a ${type}.`, `${pointer}/type`)];
  });
}

export function toIdentifier({ type, id, meta }: NamedTarget): Identifier {
  return meta === undefined ? { type, id } : { type, id, meta };
}
