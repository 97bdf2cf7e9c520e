import { AggregateDomainError, type ErrorDetails } from '@content-service/kernel';
import { InvalidDefinition } from './bundle.errors.js';
import type { BundleDefinition } from './bundle.store.js';
import { type EntityType, ENTITY_TYPES } from './entity-type.js';
import { type Field, UNLIMITED } from './field.js';
import { findMemberFaults, NEW_BUNDLE_MEMBERS, NEW_FIELD_MEMBERS } from './field-members.js';
import { FIELD_TYPES, NEW_FIELD_TYPES } from './field-types/index.js';
import { validateFormHints } from './form-hints.js';

/**
 * The members of a resource object, which no field may hide (JSON:API 1.1 «Fields»), and the only valid machine name that
 * is a property of every JavaScript object.
 */
export const RESERVED_FIELD_NAMES: ReadonlySet<string> = new Set([
  ...['id', 'type', 'links', 'meta', 'relationships', 'attributes'],
  'constructor',
]);

const CARDINALITY_MAXIMUM = NEW_FIELD_MEMBERS.cardinality.maximum;

/** Members of a bundle definition; fields that cannot be judged are `undefined`. */
export type PartialBundleDefinition = Partial<Omit<BundleDefinition, 'fields'>> & {
  readonly fields?: readonly (Field | undefined)[];
};

/**
 * Checks a complete bundle definition.
 *
 * @throws InvalidDefinition for every problem, each with a pointer (as `AggregateDomainError` when there are several)
 */
export function validateBundle(definition: BundleDefinition): void {
  AggregateDomainError.throwIfAny(findBundleProblems(definition));
}

/** The problems of the given members, each with a pointer. */
export function findBundleProblems({
  entityType,
  bundle,
  label,
  description,
  fields = [],
}: PartialBundleDefinition): InvalidDefinition[] {
  const type = ENTITY_TYPES.find(({ name }) => name === entityType);
  return [
    ...(entityType === undefined ? [] : validateEntityType(entityType, type)),
    ...findGiven('bundle', bundle, 'bundle'),
    ...findGiven('label', label, `The label of '${bundle ?? ''}'`),
    ...findGiven('description', description, 'The description'),
    ...validateFields(fields, type?.baseFields ?? []),
  ];
}

function findGiven(
  name: 'bundle' | 'label' | 'description',
  value: string | undefined,
  subject: string,
): InvalidDefinition[] {
  return value === undefined ? [] : findMemberFaults([name, NEW_BUNDLE_MEMBERS[name], value], '', subject);
}

function validateEntityType(name: string, type: EntityType | undefined): InvalidDefinition[] {
  if (type === undefined) {
    const known = ENTITY_TYPES.map(({ name }) => name).join(', ');
    return [
      invalidDefinition('/entityType', `There is no entity type '${name}'. Known: ${known}.`, {
        enum: ENTITY_TYPES.map(({ name }) => name),
      }),
    ];
  }
  if (type.bundles === 'many') return [];
  return [invalidDefinition('/entityType', `The entity type '${name}' has one bundle, which is fixed.`)];
}

function validateFields(
  fields: readonly (Field | undefined)[],
  baseFields: readonly Field[],
): InvalidDefinition[] {
  const taken = new Set(baseFields.map(({ name }) => name));
  return fields.flatMap((field, index) => {
    if (field === undefined) return [];
    const pointer = `/fields/${index}`;
    const isTaken = taken.has(field.name);
    taken.add(field.name);
    const duplicate = isTaken
      ? [
          invalidDefinition(`${pointer}/name`, `The field '${field.name}' exists already.`, {
            uniqueItems: true,
          }),
        ]
      : [];
    return [...duplicate, ...validateField(field, pointer)];
  });
}

/** The problems of one field definition. @param pointer JSON Pointer to the field; empty when the field is the whole body */
export function validateField(field: Field, pointer = ''): InvalidDefinition[] {
  const { name, type } = field;
  const problems = validateCommonMembers(field, pointer);
  if (NEW_FIELD_TYPES.includes(type))
    return [...problems, ...validateSettings(field, pointer), ...validateFormHints(field, pointer)];
  const known = NEW_FIELD_TYPES;
  problems.push(
    invalidDefinition(
      `${pointer}/type`,
      `'${name}' has the unknown type '${type}'. Known: ${known.join(', ')}.`,
      { enum: known },
    ),
  );
  return problems;
}

/** The problems of the members whose rules do not depend on the type of the field. */
export function validateCommonMembers(
  { name, label, cardinality }: Pick<Field, 'name' | 'label' | 'cardinality'>,
  pointer = '',
): InvalidDefinition[] {
  const problems = [
    ...findMemberFaults(['name', NEW_FIELD_MEMBERS.name, name], pointer, 'name'),
    ...findMemberFaults(['label', NEW_FIELD_MEMBERS.label, label], pointer, `The label of '${name}'`),
  ];
  if (RESERVED_FIELD_NAMES.has(name))
    problems.push(
      invalidDefinition(`${pointer}/name`, `A field cannot be named '${name}'.`, {
        not: { enum: [...RESERVED_FIELD_NAMES] },
      }),
    );
  if (
    cardinality !== UNLIMITED &&
    (!Number.isInteger(cardinality) || cardinality < 1 || cardinality > CARDINALITY_MAXIMUM)
  ) {
    const range = `must be from 1 to ${CARDINALITY_MAXIMUM}, or -1 for no bound`;
    problems.push(
      invalidDefinition(`${pointer}/cardinality`, `The cardinality of '${name}' ${range}.`, {
        minimum: 1,
        maximum: CARDINALITY_MAXIMUM,
      }),
    );
  }
  return problems;
}

function validateSettings(field: Field, pointer: string): InvalidDefinition[] {
  try {
    FIELD_TYPES[field.type].validateSettings?.(field);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidDefinition)) throw error;
    const source = { pointer: `${pointer}/settings${error.source?.pointer ?? ''}` };
    return [new InvalidDefinition(error.message, source, error.meta)];
  }
}

function invalidDefinition(pointer: string, message: string, rule?: ErrorDetails['meta']): InvalidDefinition {
  return new InvalidDefinition(message, { pointer }, rule);
}
