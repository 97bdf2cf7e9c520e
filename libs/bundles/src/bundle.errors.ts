import { DomainError, type FaultPlace } from '@content-service/kernel';

/** The content model has changed since the caller read it: load it again and decide anew. */
export class ModelOutdated extends DomainError {
  constructor() {
    super('model_outdated', 'The content model was changed by somebody else. Try again.');
  }
}

export class BundleUnknown extends DomainError {
  constructor(entityType: string, bundle: string) {
    super('bundle_unknown', `There is no bundle '${bundle}' of the entity type '${entityType}'.`);
  }
}

export class FieldUnknown extends DomainError {
  constructor(type: string, name: string) {
    super('field_unknown', `${type} has no field '${name}' of its own.`);
  }
}

export class BundleExists extends DomainError {
  constructor(type: string) {
    super('bundle_exists', `There is a bundle ${type} already.`, { place: { pointer: '/bundle' } });
  }
}

export class FieldExists extends DomainError {
  constructor(type: string, name: string) {
    super('field_exists', `${type} has a field '${name}' already.`, { place: { pointer: '/name' } });
  }
}

/** Entries would be out of reach. */
export class BundleInUse extends DomainError {
  constructor(type: string, entries: number) {
    super('bundle_in_use', `${type} has ${entries} entries.`, { meta: { entries } });
  }
}

/** Entries hold values that would be lost, or would be none the field can hold. */
export class FieldInUse extends DomainError {
  constructor(name: string, entries: number, consequence: string) {
    super('field_in_use', `${entries} entries hold a value of '${name}'; ${consequence}`, {
      meta: { entries },
    });
  }
}

/** A bundle or field definition that cannot be. */
export class InvalidDefinition extends DomainError {
  constructor(message: string, place?: FaultPlace) {
    super('invalid_definition', message, place === undefined ? {} : { place });
  }
}

/** A value that a field cannot hold. `at` leads from the item to the fault, such as `['format']`. */
export class InvalidValue extends DomainError {
  constructor(
    message: string,
    readonly at: readonly string[] = [],
  ) {
    super('invalid_value', message);
  }
}
