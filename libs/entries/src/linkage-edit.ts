import {
  type ContentModel,
  type Field,
  isMultiple,
  type ResourceType,
  UNLIMITED,
} from '@content-service/bundles';
import { DomainError, isJsonObject, type Json, Problems } from '@content-service/kernel';
import { ValueMissing } from './entry.errors.js';
import type { Identifier } from './entry.js';
import { checkLinkage, type NamedTarget, toIdentifier } from './linkage-values.js';

/** What a relationship endpoint does: POST adds, PATCH replaces, DELETE removes (JSON:API 1.1 «Updating Relationships»). */
export type LinkageAct = 'add' | 'replace' | 'remove';

/** A member of a linkage document; `arity` tells the first, second, … of equal ones apart. */
export interface LinkageMember extends NamedTarget {
  readonly arity: number;
}

/** The body of a relationship endpoint is not linkage that fits the relationship. */
export class InvalidLinkage extends DomainError {
  constructor(message: string, pointer: string) {
    super('invalid_linkage', message, { place: { pointer } });
  }
}

/** POST and DELETE on a to-one relationship (JSON:API 1.1 «Updating To-One Relationships» knows PATCH only). */
export class NotToMany extends DomainError {
  constructor(field: string) {
    super('not_to_many', `${field} holds one target at most; use PATCH to set it.`, {
      place: { pointer: '/data' },
    });
  }
}

/**
 * Reads `data` of a linkage document.
 *
 * @throws InvalidLinkage (or Problems of it) for anything that does not fit, NotToMany
 */
export function readLinkage(
  act: LinkageAct,
  data: Json,
  field: Field,
  type: ResourceType,
  model: ContentModel,
): LinkageMember[] {
  if (act !== 'replace' && !isMultiple(field) && isJsonObject(data)) throw new NotToMany(field.name);
  if (act !== 'replace' && !isMultiple(field))
    throw new InvalidLinkage(`${field.name} holds one target at most; use PATCH to set it.`, '/data');
  // What is taken out may be more than there can be.
  const asked = act === 'remove' ? { ...field, cardinality: UNLIMITED } : field;
  const { targets, problems } = checkLinkage(data, asked, type, model, '/data');
  Problems.throwAny(
    problems.map(({ message, place }) => new InvalidLinkage(message, place?.pointer ?? '/data')),
  );
  const inputs = Array.isArray(data) ? (data as readonly Json[]) : [data];
  const members = targets.map((target, n) => ({ ...target, arity: arityOf(inputs[n] ?? null) }));
  refuseEqual(members);
  return members;
}

function arityOf(input: Json): number {
  const meta = isJsonObject(input) ? input['meta'] : undefined;
  const arity = isJsonObject(meta) ? meta['arity'] : undefined;
  return typeof arity === 'number' && Number.isInteger(arity) && arity >= 0 ? arity : 0;
}

function refuseEqual(members: readonly LinkageMember[]): void {
  const seen = new Set<string>();
  for (const { id, arity, pointer } of members) {
    const key = `${id} ${arity}`;
    if (seen.has(key))
      throw new InvalidLinkage(`${id} is named twice; tell the two apart by meta.arity 0, 1, …`, pointer);
    seen.add(key);
  }
}

/**
 * The linkage after the act. Adding leaves what is there already; removing what is absent is no fault.
 *
 * @throws InvalidLinkage when there would be more targets than the field can hold, ValueMissing when the field needs one
 *   and the act leaves it none
 */
export function editLinkage(
  act: LinkageAct,
  present: readonly Identifier[],
  members: readonly LinkageMember[],
  field: Field,
): readonly Identifier[] {
  const linkage = edited(act, present, members);
  if (field.cardinality !== UNLIMITED && linkage.length > field.cardinality)
    throw new InvalidLinkage(`${field.name} can have at most ${field.cardinality} targets.`, '/data');
  const isEmptied = linkage.length === 0 && (act === 'replace' || present.length > 0);
  if (field.required && isEmptied) throw new ValueMissing(field.name, '/data');
  return linkage;
}

function edited(
  act: LinkageAct,
  present: readonly Identifier[],
  members: readonly LinkageMember[],
): readonly Identifier[] {
  if (act === 'replace') return members.map(toIdentifier);
  if (act === 'add') {
    const occurrences = (id: string): number => present.filter((target) => target.id === id).length;
    return [...present, ...members.filter(({ id, arity }) => occurrences(id) <= arity).map(toIdentifier)];
  }
  const named = new Set(members.map(({ id, arity }) => `${id} ${arity}`));
  return withArity(present)
    .filter(({ target, arity }) => !named.has(`${target.id} ${arity}`))
    .map(({ target }) => target);
}

/** Numbers the members that occur more than once: the first has arity 0. */
export function withArity(linkage: readonly Identifier[]): { target: Identifier; arity: number }[] {
  const seen = new Map<string, number>();
  return linkage.map((target) => {
    const arity = seen.get(target.id) ?? 0;
    seen.set(target.id, arity + 1);
    return { target, arity };
  });
}
