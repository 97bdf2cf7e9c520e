import { DomainError, type ErrorDetails, type ErrorSource } from '@content-service/kernel';

/** The content model has changed since it was read: reload it and repeat. */
export class ModelOutdated extends DomainError {
  constructor() {
    super('model_outdated', 'The content model was changed at the same moment. Try again.');
  }
}

export class BundleNotFound extends DomainError {
  constructor(entityType: string, bundle: string) {
    super('bundle_unknown', `There is no bundle '${bundle}' of the entity type '${entityType}'.`);
  }
}

export class FieldNotFound extends DomainError {
  constructor(type: string, name: string) {
    super('field_unknown', `${type} has no field '${name}' of its own.`);
  }
}

export class BundleExists extends DomainError {
  constructor(type: string) {
    super('bundle_exists', `There is a bundle ${type} already.`, { source: { pointer: '/bundle' } });
  }
}

export class FieldExists extends DomainError {
  constructor(type: string, name: string) {
    super('field_exists', `${type} has a field '${name}' already.`, { source: { pointer: '/name' } });
  }
}

/** The bundle has entries, which would become unavailable. */
export class BundleInUse extends DomainError {
  constructor(type: string, entries: number) {
    super('bundle_in_use', `${type} has ${entries} entries.`, { meta: { entries } });
  }
}

/** A number of entries. */
export interface EntryCount {
  readonly entries: number;
  /** Whether there may be more, because the count ended before. */
  readonly isMinimum: boolean;
}

/** Entries hold values that would be lost or would be incompatible with the field. */
export class FieldInUse extends DomainError {
  /** @param consequence the end of the message, such as `the removal must be forced to lose them.` */
  constructor(name: string, { entries, isMinimum }: EntryCount, consequence: string) {
    const count = isMinimum ? `At least ${entries}` : entries;
    super('field_in_use', `${count} entries hold a value of '${name}'; ${consequence}`, {
      meta: { entries, ...(isMinimum ? { entriesIsMinimum: true } : {}) },
    });
  }
}

/** A bundle or field definition breaks a rule. */
export class InvalidDefinition extends DomainError {
  /** @param rule the rule as members of JSON Schema, such as `{minItems: 1}` */
  constructor(message: string, source?: ErrorSource, rule?: ErrorDetails['meta']) {
    super('invalid_definition', message, { ...(source && { source }), ...(rule && { meta: rule }) });
  }
}

/** A value that is invalid for its field. */
export class InvalidValue extends DomainError {
  /**
   * @param at the path from the item to the invalid member, such as `['format']`
   * @param rule the broken rule as members of JSON Schema, such as `{maximum: 5}` or `{format: 'email'}`
   */
  constructor(
    message: string,
    readonly at: readonly string[] = [],
    rule?: ErrorDetails['meta'],
  ) {
    super('invalid_value', message, { meta: rule });
  }
}
