import { DomainError, type ErrorDetails, type Uuid } from '@content-service/kernel';

/** An entry with this id exists already, of whatever type. */
export class DuplicateEntry extends DomainError {
  constructor(readonly id: Uuid) {
    super('duplicate_entry', `An entry with the id ${id} exists already.`, {
      place: { pointer: '/data/id' },
    });
  }
}

/** Somebody changed or deleted the entry between reading and writing. */
export class VersionConflict extends DomainError {
  constructor(readonly id: Uuid) {
    super('version_conflict', `The entry ${id} was changed by somebody else at the same moment. Try again.`);
  }
}

/** References point at entries that do not exist (any more), or not under the type they say. */
export class TargetsMissing extends DomainError {
  constructor(readonly ids: readonly Uuid[]) {
    super('targets_missing', `There are no such entries: ${ids.join(', ')}.`);
  }
}

/** The path alias belongs to another entry of the same language. */
export class AliasTaken extends DomainError {
  constructor(
    readonly alias: string,
    readonly langcode: string,
  ) {
    super('alias_taken', `The path alias '${alias}' is taken in the language '${langcode}'.`, {
      place: { pointer: '/data/attributes/path' },
    });
  }
}

/** The connection broke while a change was being committed: it may or may not be stored. */
export class UnknownOutcome extends DomainError {
  constructor(cause: unknown) {
    super('unknown_outcome', 'The connection to the database broke before it confirmed the change.', {
      cause,
    });
  }
}

/** The database cannot be reached or is overloaded. */
export class StoreUnavailable extends DomainError {
  constructor(cause: unknown) {
    super('store_unavailable', 'The database cannot be reached at the moment.', { cause });
  }
}

/** Another request with the same idempotency key was faster. */
export class DuplicateRequest extends DomainError {
  constructor(readonly key: string) {
    super('duplicate_request', 'A request with the same Idempotency-Key is being answered.', {
      place: { header: 'Idempotency-Key' },
    });
  }
}

/** The version the client saw (`If-Match`) is not the present one (RFC 9110 §13.1.1). */
export class PreconditionFailed extends DomainError {
  constructor(id: Uuid) {
    super('precondition_failed', `The entry ${id} is not the version that If-Match names.`, {
      place: { header: 'If-Match' },
    });
  }
}

/** Too many others change the same entry, or what it depends on, at the same moment. */
export class TooManyConflicts extends DomainError {
  /** @param cause the last conflict */
  constructor(cause: unknown) {
    const what = cause instanceof VersionConflict ? `The entry ${cause.id}` : 'What was to be changed';
    super('too_many_conflicts', `${what} is being changed by many others. Try again in a moment.`, { cause });
  }
}

export class TypeUnknown extends DomainError {
  constructor(type: string) {
    super('bundle_unknown', `There is no resource type '${type}'.`);
  }
}

/** Entries of the type are kept by another part of the service, such as users by their accounts. */
export class TypeReadOnly extends DomainError {
  constructor(type: string) {
    super('type_read_only', `Entries of ${type} are only read here.`);
  }
}

/** A fault of one value of a draft. `pointer` leads to a value that exists in the request body. */
class DraftError extends DomainError {
  constructor(code: string, message: string, pointer: string, details: ErrorDetails = {}) {
    super(code, message, { ...details, place: { pointer } });
  }
}

export class UnknownField extends DraftError {
  constructor(message: string, pointer: string) {
    super('unknown_field', message, pointer);
  }
}

/** A value the field cannot hold, or too many of them. */
export class InvalidFieldValue extends DraftError {
  constructor(message: string, pointer: string) {
    super('invalid_field_value', message, pointer);
  }
}

/** A required field has no value. `meta.field` names it, because the pointer can only lead to its ancestor. */
export class ValueMissing extends DraftError {
  constructor(field: string, pointer: string) {
    super('value_missing', `${field} is required.`, pointer, { meta: { field } });
  }
}

/** The service keeps this field; a body may repeat its value, not change it. */
export class FieldReadOnly extends DraftError {
  constructor(field: string, pointer: string) {
    super('field_read_only', `${field} is kept by the service and cannot be set.`, pointer);
  }
}

/** What should be a resource identifier object is none (JSON:API 1.1 «Resource Identifier Objects»). */
export class InvalidIdentifier extends DraftError {
  constructor(message: string, pointer: string) {
    super('invalid_identifier', message, pointer);
  }
}

export class TargetMissing extends DraftError {
  constructor(type: string, id: string, pointer: string) {
    super('target_missing', `There is no ${type} with the id '${id}'.`, pointer);
  }
}
