import {
  type ContentModel,
  type Field,
  isMultiple,
  type ResourceType,
  UNLIMITED,
} from '@content-service/bundles';
import { AggregateDomainError, isJsonObject, type Json, ProblemList } from '@content-service/kernel';
import { InvalidLinkage, RequiredFieldMissing, ToManyRequired } from './entry.errors.js';
import { getValuesMaximum, type Identifier } from './entry.js';
import { parseLinkageValue, type PointedTarget, toIdentifier } from './linkage-values.js';

/** What a relationship endpoint does: POST adds, PATCH replaces, DELETE removes (JSON:API 1.1 «Updating Relationships»). */
export type LinkageOperation = 'add' | 'replace' | 'remove';

/** A member of a linkage document; `arity` (0, 1, …) numbers the occurrences of the same target. */
export interface LinkageMember extends PointedTarget {
  readonly arity: number;
}

/**
 * Parses the `data` member of a linkage document.
 *
 * @throws InvalidLinkage (as `AggregateDomainError` when there are several), ToManyRequired
 */
export function parseLinkage(
  linkageOperation: LinkageOperation,
  data: Json,
  field: Field,
  type: ResourceType,
  model: ContentModel,
): LinkageMember[] {
  if (linkageOperation !== 'replace' && !isMultiple(field) && isJsonObject(data))
    throw new ToManyRequired(field.name);
  if (linkageOperation !== 'replace' && !isMultiple(field))
    throw new InvalidLinkage(`${field.name} holds one target at most; use PATCH to set it.`, '/data');
  // A body may name more members to remove than the field can hold.
  const limited = linkageOperation === 'remove' ? { ...field, cardinality: UNLIMITED } : field;
  const problems = new ProblemList();
  const targets = parseLinkageValue(data, limited, type, model, '/data', problems);
  AggregateDomainError.throwIfAny(
    problems.map(({ message, source }) => new InvalidLinkage(message, source?.pointer ?? '/data')),
  );
  const inputs = Array.isArray(data) ? (data as readonly Json[]) : [data];
  const members = targets.map((target, index) => ({ ...target, arity: parseArity(inputs[index] ?? null) }));
  assertDistinct(members);
  return members;
}

function parseArity(input: Json): number {
  const meta = isJsonObject(input) ? input['meta'] : undefined;
  const arity = isJsonObject(meta) ? meta['arity'] : undefined;
  return typeof arity === 'number' && Number.isInteger(arity) && arity >= 0 ? arity : 0;
}

function assertDistinct(members: readonly LinkageMember[]): void {
  const seen = new Set<string>();
  for (const { id, arity, pointer } of members) {
    const key = `${id} ${arity}`;
    if (seen.has(key))
      throw new InvalidLinkage(`${id} is named twice; tell the two apart by meta.arity 0, 1, …`, pointer);
    seen.add(key);
  }
}

/**
 * The linkage after an operation. Adding a present member and removing an absent one have no effect.
 *
 * @throws InvalidLinkage when the result exceeds the maximum of the field, RequiredFieldMissing when the operation empties
 *   a required field
 */
export function applyLinkageOperation(
  linkageOperation: LinkageOperation,
  present: readonly Identifier[],
  members: readonly LinkageMember[],
  field: Field,
): readonly Identifier[] {
  const linkage = applyToMembers(linkageOperation, present, members);
  const maximum = getValuesMaximum(field);
  if (linkageOperation !== 'remove' && linkage.length > maximum)
    throw new InvalidLinkage(`${field.name} can have at most ${maximum} targets.`, '/data');
  const isEmptied = linkage.length === 0 && (linkageOperation === 'replace' || present.length > 0);
  if (field.required && isEmptied) throw new RequiredFieldMissing(field.name, '/data');
  return linkage;
}

function applyToMembers(
  linkageOperation: LinkageOperation,
  present: readonly Identifier[],
  members: readonly LinkageMember[],
): readonly Identifier[] {
  if (linkageOperation === 'replace') return members.map(toIdentifier);
  if (linkageOperation === 'add') {
    const occurrences = new Map<string, number>();
    for (const { id } of present) occurrences.set(id, (occurrences.get(id) ?? 0) + 1);
    const absent = members.filter(({ id, arity }) => (occurrences.get(id) ?? 0) <= arity);
    return [...present, ...absent.map(toIdentifier)];
  }
  const named = new Set(members.map(({ id, arity }) => `${id} ${arity}`));
  return assignArity(present)
    .filter(({ target, arity }) => !named.has(`${target.id} ${arity}`))
    .map(({ target }) => target);
}

/** Numbers the occurrences of each target: the first has arity 0. */
export function assignArity(linkage: readonly Identifier[]): { target: Identifier; arity: number }[] {
  const seen = new Map<string, number>();
  return linkage.map((target) => {
    const arity = seen.get(target.id) ?? 0;
    seen.set(target.id, arity + 1);
    return { target, arity };
  });
}
