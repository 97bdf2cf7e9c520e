import { type Field, isRelationship, type ResourceType } from '@content-service/bundles';
import { DomainError, type ErrorDetails, type Uuid } from '@content-service/kernel';
import { CONTENT_ADMINISTER } from '@content-service/scopes';

export class EntryNotFound extends DomainError {
  constructor(type: string, id: string) {
    super('entry_unknown', `There is no ${type} with the id '${id}'.`);
  }
}

/** The storage of this deployment is an adapter that was written before there were revisions. */
export class RevisionsNotSupported extends DomainError {
  constructor() {
    super(
      'not_supported',
      'The storage of this deployment keeps no history, no deleted entries and no working copies.',
    );
  }
}

export class RelationshipNotFound extends DomainError {
  constructor(type: ResourceType, name: string) {
    const known = type.relationships.map((field) => field.name).join(', ') || 'none';
    super('relationship_unknown', `${type.name} has no relationship '${name}'. There is: ${known}.`);
  }
}

export class TypeNotFound extends DomainError {
  constructor(type: string) {
    super('bundle_unknown', `There is no resource type '${type}'.`);
  }
}

/** Entries of the type are written by another part of the service: users by the accounts library. */
export class TypeReadOnly extends DomainError {
  constructor(type: string) {
    super('type_read_only', `Entries of ${type} are read-only in this API.`);
  }
}

/** The entry is unpublished and the token lacks `content:administer`. */
export class EntryHidden extends DomainError {
  constructor(id: Uuid) {
    super(
      'entry_hidden',
      `The entry ${id} is not published; reading it needs the scope '${CONTENT_ADMINISTER}'.`,
      { meta: { scope: CONTENT_ADMINISTER } },
    );
  }
}

/** An anonymous request needs a token; the edge answers 401 with a challenge. */
export class TokenRequired extends DomainError {
  constructor() {
    super('token_required', 'Missing Authorization header');
  }
}

/** An entry with this id exists already, of any type. */
export class DuplicateEntry extends DomainError {
  constructor(readonly id: Uuid) {
    super('duplicate_entry', `An entry with the id ${id} exists already.`, {
      source: { pointer: '/data/id' },
    });
  }
}

/**
 * An entry with this id was deleted, and so many others refer to it that its removal from them is not finished: a new entry
 * would inherit these references.
 */
export class EntryIdReleasing extends DomainError {
  readonly retryAfterSeconds = 1;

  constructor(readonly ids: readonly Uuid[]) {
    super(
      'entry_id_releasing',
      `An entry with the id ${ids[0] ?? ''} was deleted and is still being removed from the entries that refer to it. Try again in a moment, or use another id.`,
      { source: { pointer: '/data/id' } },
    );
  }
}

/** The entry was changed or deleted between reading and writing. */
export class VersionConflict extends DomainError {
  constructor(readonly id: Uuid) {
    super('version_conflict', `The entry ${id} was changed at the same moment. Try again.`);
  }
}

/** The maximum number of ids in one message. */
const NAMED_MAXIMUM = 100;

/** Linkage names entries that do not exist, or not with the given type. */
export class StoredTargetsNotFound extends DomainError {
  constructor(readonly ids: readonly Uuid[]) {
    const named = ids.slice(0, NAMED_MAXIMUM).join(', ');
    const others = ids.length > NAMED_MAXIMUM ? ` and ${ids.length - NAMED_MAXIMUM} more` : '';
    super('targets_missing', `There are no such entries: ${named}${others}.`);
  }
}

/** Another entry has the path alias in the same language. */
export class AliasTaken extends DomainError {
  constructor(
    readonly alias: string,
    readonly langcode: string,
  ) {
    super('alias_taken', `The path alias '${alias}' is taken in the language '${langcode}'.`, {
      source: { pointer: '/data/attributes/path' },
    });
  }
}

/** Another request with the same idempotency key is in progress. */
export class DuplicateRequest extends DomainError {
  constructor(readonly key: string) {
    super('duplicate_request', 'A request with the same Idempotency-Key is being answered.', {
      source: { header: 'Idempotency-Key' },
    });
  }
}

/** The current version is none of `If-Match`, or one of `If-None-Match` (RFC 9110 §13.1.1, §13.1.2). */
export class EntryPreconditionFailed extends DomainError {
  constructor(id: Uuid, header: 'If-Match' | 'If-None-Match') {
    const refusal =
      header === 'If-Match'
        ? `The entry ${id} is not the version that If-Match names.`
        : `The entry ${id} exists in a version that If-None-Match excludes.`;
    super('precondition_failed', refusal, { source: { header } });
  }
}

/** Every attempt of a write conflicted with another one. */
export class EntryWriteContended extends DomainError {
  /** @param cause the last conflict */
  constructor(cause: unknown) {
    const subject = cause instanceof VersionConflict ? `The entry ${cause.id}` : 'The content';
    super(
      'too_many_conflicts',
      `${subject} is being changed by many requests at the same time. Try again in a moment.`,
      { cause },
    );
  }
}

/** The connection broke during a commit: the change may or may not be stored. */
export class UnknownOutcome extends DomainError {
  constructor(cause: unknown) {
    super('unknown_outcome', 'The connection to the database broke before it confirmed the change.', {
      cause,
    });
  }
}

/** The database cannot be reached or is overloaded. */
export class StoreUnavailable extends DomainError {
  /** 1 to 5 at random, so that clients do not retry at the same time. */
  readonly retryAfterSeconds = 1 + Math.floor(Math.random() * 5);

  constructor(cause: unknown) {
    super('store_unavailable', 'The database cannot be reached at the moment.', { cause });
  }
}

/** A statement exceeded the time limit of the storage, or was ended by an administrator of the database. */
export class QueryTimeout extends DomainError {
  /** @param limit milliseconds; 0 without a limit, when the statement was ended by an administrator */
  constructor(limit: number, cause: unknown) {
    const problem =
      limit > 0 ? `The query took longer than ${limit} ms` : 'The query was ended by the database';
    super(
      'query_timeout',
      `${problem}. Narrow the filter, for example by a condition with '=' on an indexed field, or sort by fewer fields.`,
      { cause },
    );
  }
}

/** All connections to the database are in use, and the queue for them is full or timed out. */
export class StoreBusy extends DomainError {
  readonly retryAfterSeconds = 1;

  constructor(cause: unknown) {
    super('store_busy', 'Too many requests wait for the database. Try again in a moment.', { cause });
  }
}

/** The words of entries that were stored before this version are still being indexed. */
export class SearchIndexIncomplete extends DomainError {
  readonly retryAfterSeconds = 60;

  constructor(type: string) {
    super(
      'search_index_incomplete',
      `The words of ${type} are still being indexed. Search again later, or filter by a field.`,
    );
  }
}

/** The disk, the table space or the file of the database is full: reads work, writes do not. */
export class StorageFull extends DomainError {
  readonly retryAfterSeconds = 60;

  constructor(cause: unknown) {
    super('storage_full', 'The storage is full: nothing can be written until there is room again.', {
      cause,
    });
  }
}

/** Whether the error is a temporary failure of the storage rather than a fault of the request. */
export function isStoreFault(error: unknown): boolean {
  return [StoreUnavailable, QueryTimeout, StoreBusy, StorageFull].some((fault) => error instanceof fault);
}

/** An error in one value of a draft. `pointer` points to a value that exists in the request body. */
class DraftError extends DomainError {
  constructor(code: string, message: string, pointer: string, details: ErrorDetails = {}) {
    super(code, message, { ...details, source: { pointer } });
  }
}

/** A member of `attributes` or `relationships` that is no attribute or relationship of the type. */
export class UnknownField extends DraftError {
  /**
   * @param member the member of the body in which the field was found
   * @param field the field of the type that has this name; a hidden one is treated as unknown
   */
  constructor(
    name: string,
    member: 'attributes' | 'relationships',
    field: Field | undefined,
    type: ResourceType,
    pointer: string,
  ) {
    const kind = member === 'attributes' ? 'attribute' : 'relationship';
    const message =
      field === undefined || field.hidden === true
        ? `${type.name} has no ${kind} '${name}'.`
        : isRelationship(field)
          ? `${name} is a relationship; it belongs under 'relationships'.`
          : `${name} is an attribute; it belongs under 'attributes'.`;
    super('unknown_field', message, pointer);
  }
}

/** A value that the field cannot hold, or too many values. */
export class InvalidFieldValue extends DraftError {
  /** @param rule the broken rule as members of JSON Schema, such as `{maximum: 5}` */
  constructor(message: string, pointer: string, rule?: ErrorDetails['meta']) {
    super('invalid_field_value', message, pointer, { meta: rule });
  }
}

/** A required field has no value. `meta.field` is its name: the pointer can only lead to an existing ancestor. */
export class RequiredFieldMissing extends DraftError {
  constructor(field: string, pointer: string) {
    super('value_missing', `${field} is required.`, pointer, { meta: { field } });
  }
}

/** A file that a field does not accept. `meta.field` is its name. */
export class FileRefused extends DomainError {
  /** @param pointer to the identifier of the file; an upload has no document to point into */
  constructor(message: string, field: string, pointer?: string) {
    const source = pointer === undefined ? undefined : { pointer };
    super('file_refused', message, { meta: { field }, source });
  }
}

/** The value of a read-only field differs from the stored one. */
export class FieldReadOnly extends DraftError {
  constructor(field: string, pointer: string) {
    super('field_read_only', `${field} is set by the service and cannot be changed.`, pointer);
  }
}

/** A malformed resource identifier object (JSON:API 1.1 «Resource Identifier Objects»). */
export class InvalidIdentifier extends DraftError {
  constructor(message: string, pointer: string) {
    super('invalid_identifier', message, pointer);
  }
}

export class TargetNotFound extends DraftError {
  constructor(type: string, id: string, pointer: string) {
    super('target_missing', `There is no ${type} with the id '${id}'.`, pointer);
  }
}

/** The body of a relationship endpoint is not valid linkage of the relationship. */
export class InvalidLinkage extends DraftError {
  constructor(message: string, pointer: string) {
    super('invalid_linkage', message, pointer);
  }
}

/** POST or DELETE on a to-one relationship; only PATCH is defined (JSON:API 1.1 «Updating To-One Relationships»). */
export class ToManyRequired extends DraftError {
  constructor(field: string) {
    super('not_to_many', `${field} holds one target at most; use PATCH to set it.`, '/data');
  }
}

/** The entry was not deleted, it was restored already, or its last state is not kept any more. */
export class DeletionNotFound extends DomainError {
  constructor(id: string) {
    super('deletion_unknown', `There is no deleted entry '${id}' in the trash.`);
  }
}

/** The entry has no changes that are not published yet. */
export class WorkingCopyNotFound extends DomainError {
  constructor(id: Uuid) {
    super('working_copy_unknown', `The entry '${id}' has no working copy.`, {
      source: { parameter: 'resourceVersion' },
    });
  }
}

/**
 * A member of the entry was changed after the working copy started from it, and both have different values. `meta.field` is its
 * name: the pointer leads to an ancestor when the body lacks the member.
 */
export class WorkingCopyConflict extends DraftError {
  constructor(field: string, pointer: string) {
    super(
      'working_copy_conflict',
      `${field} was changed in the published version since. Save it again, or name that version in If-Match to overwrite it.`,
      pointer,
      { meta: { field } },
    );
  }
}

/** The entry has no revision with the number: there was none, or it is not kept any more. */
export class RevisionNotFound extends DomainError {
  constructor(id: string, number: number) {
    super('resource_version_unknown', `The entry '${id}' has no version 'id:${number}'.`, {
      source: { parameter: 'resourceVersion' },
    });
  }
}
