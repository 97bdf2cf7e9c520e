import {
  type ContentModel,
  type Field,
  isMultiple,
  type ResourceType,
  getTargetTypes,
} from '@content-service/bundles';
import { isJsonObject, isUuid, type Json, type ProblemList, type Uuid } from '@content-service/kernel';
import { getValuesMaximum, type Identifier } from './entry.js';
import { InvalidFieldValue, InvalidIdentifier, TargetNotFound } from './entry.errors.js';
import type { EntryStatus } from './entry.store.js';

/** A target in a request body, with its pointer. */
export interface PointedTarget extends Identifier {
  /** The name of the relationship. */
  readonly field: string;
  readonly pointer: string;
}

/**
 * Parses the linkage of one relationship: `null` or an identifier for to-one, a list of identifiers for to-many.
 *
 * @param pointer JSON Pointer to the linkage
 * @param problems collects the errors
 * @returns the valid members
 */
export function parseLinkageValue(
  data: Json,
  field: Field,
  type: ResourceType,
  model: ContentModel,
  pointer: string,
  problems: ProblemList,
): readonly PointedTarget[] {
  const expected = isMultiple(field) ? 'a list of resource identifiers' : 'a resource identifier or null';
  if (Array.isArray(data) !== isMultiple(field)) {
    problems.add(
      () =>
        new InvalidFieldValue(`${field.name} needs ${expected}.`, pointer, {
          type: isMultiple(field) ? 'array' : 'object',
        }),
    );
    return [];
  }
  const members = (Array.isArray(data) ? data : data === null ? [] : [data]) as readonly Json[];
  const maximum = getValuesMaximum(field);
  if (members.length > maximum) {
    const message = `${field.name} can have at most ${maximum} targets, got ${members.length}.`;
    problems.add(() => new InvalidFieldValue(message, pointer, { maxItems: maximum }));
    return [];
  }
  const targets: PointedTarget[] = [];
  for (const [index, member] of members.entries()) {
    const memberPointer = Array.isArray(data) ? `${pointer}/${index}` : pointer;
    const target = parseIdentifier(member, field, type, model, memberPointer, problems);
    if (target !== undefined) targets.push(target);
  }
  return targets;
}

function parseIdentifier(
  input: Json,
  field: Field,
  type: ResourceType,
  model: ContentModel,
  pointer: string,
  problems: ProblemList,
): PointedTarget | undefined {
  if (!isJsonObject(input) || typeof input['type'] !== 'string' || typeof input['id'] !== 'string') {
    const message = `A member of ${field.name} needs 'type' and 'id', both strings.`;
    problems.add(() => new InvalidIdentifier(message, pointer));
    return undefined;
  }
  const { type: targetType, id, meta } = input as { type: string; id: string; meta?: Json };
  if (model.find(targetType) === undefined) {
    const message = `There is no resource type '${targetType}'.`;
    problems.add(() => new InvalidIdentifier(message, `${pointer}/type`));
    return undefined;
  }
  const allowed = getTargetTypes(field, type.name);
  if (!allowed.includes(targetType)) {
    problems.add(() => {
      const message = `${field.name} can point at ${allowed.join(', ')}, not at ${targetType}.`;
      return new InvalidFieldValue(message, `${pointer}/type`, { format: 'target-type', enum: allowed });
    });
    return undefined;
  }
  if (!isUuid(id.toLowerCase())) {
    problems.add(() => new TargetNotFound(targetType, id, pointer));
    return undefined;
  }
  const storedMeta = withoutArity(meta);
  const target = { type: targetType, id: id.toLowerCase(), field: field.name, pointer };
  return storedMeta === undefined ? target : { ...target, meta: storedMeta };
}

/** `meta.arity` is not stored: it numbers equal members and is computed for every document. */
function withoutArity(meta: Json | undefined): Record<string, Json> | undefined {
  if (!isJsonObject(meta)) return undefined;
  const rest = Object.entries(meta).filter(([name, value]) => name !== 'arity' && value !== undefined);
  return rest.length === 0 ? undefined : (Object.fromEntries(rest) as Record<string, Json>);
}

/** Adds an error for every target that does not exist or has another type than its identifier. @param statuses by id */
export function validateTargets(
  targets: readonly PointedTarget[],
  statuses: ReadonlyMap<Uuid, EntryStatus>,
  problems: ProblemList,
): void {
  for (const { type, id, pointer } of targets) {
    const actual = statuses.get(id)?.type;
    if (actual === undefined) problems.add(() => new TargetNotFound(type, id, pointer));
    else if (actual !== type)
      problems.add(
        () =>
          new InvalidFieldValue(`The entry ${id} is a ${actual}, not a ${type}.`, `${pointer}/type`, {
            format: 'target-type',
            const: actual,
          }),
      );
  }
}

export function toIdentifier({ type, id, meta }: PointedTarget): Identifier {
  return meta === undefined ? { type, id } : { type, id, meta };
}
