import { DomainError, isStorable, labelFault, Problems } from '@content-service/kernel';
import { InvalidDefinition } from './bundle.errors.js';
import type { Bundle } from './content-model.js';
import { type EntityType, ENTITY_TYPES } from './entity-type.js';
import { type Field, UNLIMITED } from './field.js';
import { FIELD_TYPES, fieldType } from './field-types/index.js';

/** Machine names stand in paths, keys and query parameters without any escaping. */
const MACHINE_NAME = /^[a-z][a-z0-9_]{0,31}$/;

/**
 * Members of a resource object that a field may not hide (JSON:API 1.1 «Fields»), and the one machine name to which every
 * JavaScript object answers, also one without such a value.
 */
const RESERVED: ReadonlySet<string> = new Set([
  ...['id', 'type', 'links', 'meta', 'relationships', 'attributes'],
  'constructor',
]);

/**
 * Whether a bundle can be as somebody wants it.
 *
 * @throws InvalidDefinition for every fault, each with a pointer to it (as `Problems` when there are several)
 */
export function checkBundle({ entityType, bundle, label, description, fields }: Omit<Bundle, 'since'>): void {
  const type = ENTITY_TYPES.find(({ name }) => name === entityType);
  Problems.throwAny([
    ...entityTypeProblems(entityType, type),
    ...machineNameProblems(bundle, 'bundle', '/bundle'),
    ...labelProblems(label, bundle, '/label'),
    ...descriptionProblems(description),
    ...fieldsProblems(fields, type?.baseFields ?? []),
  ]);
}

function entityTypeProblems(name: string, type: EntityType | undefined): InvalidDefinition[] {
  if (type === undefined) {
    const known = ENTITY_TYPES.map(({ name }) => name).join(', ');
    return [fault('/entityType', `There is no entity type '${name}'. Known: ${known}.`)];
  }
  if (type.bundles === 'many') return [];
  return [fault('/entityType', `The entity type '${name}' has one bundle, which is fixed.`)];
}

function fieldsProblems(fields: readonly Field[], baseFields: readonly Field[]): InvalidDefinition[] {
  const taken = new Set(baseFields.map(({ name }) => name));
  return fields.flatMap((field, index) => {
    const at = `/fields/${index}`;
    const isTaken = taken.has(field.name);
    taken.add(field.name);
    const twice = isTaken ? [fault(`${at}/name`, `The field '${field.name}' exists already.`)] : [];
    return [...twice, ...fieldProblems(field, at)];
  });
}

/** @param at pointer to the field; empty when it is all there is */
export function fieldProblems(field: Field, at = ''): InvalidDefinition[] {
  const { name, type, label, cardinality } = field;
  const problems = [
    ...machineNameProblems(name, 'field', `${at}/name`),
    ...labelProblems(label, name, `${at}/label`),
  ];
  if (RESERVED.has(name)) problems.push(fault(`${at}/name`, `A field cannot be named '${name}'.`));
  if (
    cardinality !== UNLIMITED &&
    (!Number.isInteger(cardinality) || cardinality < 1 || cardinality > 1000)
  ) {
    const range = 'must be from 1 to 1000, or -1 for no bound';
    problems.push(fault(`${at}/cardinality`, `The cardinality of '${name}' ${range}.`));
  }
  if (Object.hasOwn(FIELD_TYPES, type) && type !== 'path')
    return [...problems, ...settingProblems(field, at)];
  const known = Object.keys(FIELD_TYPES).filter((known) => known !== 'path');
  problems.push(fault(`${at}/type`, `'${name}' has the unknown type '${type}'. Known: ${known.join(', ')}.`));
  return problems;
}

function settingProblems(field: Field, at: string): InvalidDefinition[] {
  try {
    fieldType(field.type).checkSettings?.(field);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return [fault(`${at}/settings`, error.message)];
    throw error;
  }
}

function machineNameProblems(name: string, what: string, pointer: string): InvalidDefinition[] {
  if (MACHINE_NAME.test(name)) return [];
  const rule = 'up to 32 of a-z, 0-9 and _, beginning with a letter';
  return [fault(pointer, `'${name}' is no machine name for a ${what}: ${rule}.`)];
}

function labelProblems(label: string, of: string, pointer: string): InvalidDefinition[] {
  const wrong = labelFault(label);
  return wrong === undefined ? [] : [fault(pointer, `The label of '${of}' ${wrong}`)];
}

function descriptionProblems(description = ''): InvalidDefinition[] {
  if (isStorable(description)) return [];
  return [fault('/description', 'The description must not contain NUL or broken characters.')];
}

function fault(pointer: string, message: string): InvalidDefinition {
  return new InvalidDefinition(message, { pointer });
}
