import type { Json, Uuid } from '@content-service/kernel';
import type { ChangeOrigin } from './change-origin.js';
import type { DroppedTarget, ShownCopy } from './copies/show-copy.js';
import type { EntryDraft } from './entry-draft.js';
import type { AttemptContext, EntryUnitOfWork, WriteContext } from './entry-unit-of-work.js';
import type { Attributes, Entry } from './entry.js';
import type { RevisionOptions } from './history/revision-options.js';
import type { LinkageOperation } from './linkage-edit.js';
import type { VersionPrecondition } from './version-precondition.js';

/** What the client of a write says besides its values. */
export interface WriteOptions extends VersionPrecondition {
  /** Goes to the revision of the state that the write replaces; a creation makes none. */
  readonly revision?: RevisionOptions | undefined;
}

/** The entry that an operation writes. */
export interface OperationTarget extends WriteOptions {
  /** The name of a resource type. */
  readonly type: string;
  readonly id: Uuid;
  /** The position in the request body, when the body has several operations. */
  readonly source?: OperationSource;
}

interface OperationSource {
  /** The JSON Pointer to the operation, a prefix of the pointers of its errors: `/atomic:operations/2`. */
  readonly pointer: string;
  /** The pointer, below `pointer`, of errors that have none, such as `/ref` for an entry that does not exist. */
  readonly targetPointer: string;
}

/** One write of one entry. Several form a unit of work, in which each sees the changes of those before it. */
export type EntryOperation =
  | ({
      readonly kind: 'create';
      readonly draft: EntryDraft;
      /** What the service itself creates: valid attributes, also of read-only and hidden fields. */
      readonly given?: Attributes;
    } & OperationTarget)
  /** Given members of the draft replace those of the entry, others stay. */
  | ({ readonly kind: 'update'; readonly draft: EntryDraft } & OperationTarget)
  | ({ readonly kind: 'delete' } & OperationTarget)
  /** Changes one relationship. `data` is the `data` member of a linkage document. */
  | ({
      readonly kind: 'linkage';
      readonly linkageOperation: LinkageOperation;
      readonly field: string;
      readonly data: Json;
    } & OperationTarget)
  /** Given members of the draft replace those that the working copy shows, others stay; the entry itself stays as it is. */
  | ({ readonly kind: 'saveCopy'; readonly draft: EntryDraft } & OperationTarget)
  /** As `update`, with the members of the working copy, which ends. */
  | ({ readonly kind: 'promoteCopy'; readonly draft: EntryDraft } & OperationTarget)
  | ({ readonly kind: 'discardCopy' } & OperationTarget);

/** The operations of a kind. */
export type OperationOfKind<Kind extends EntryOperation['kind']> = Extract<EntryOperation, { kind: Kind }>;

/** The inputs of one operation: the unit of work so far and the attempt to commit it. */
export interface OperationContext extends AttemptContext {
  readonly unitOfWork: EntryUnitOfWork;
  readonly author: WriteContext['author'] | undefined;
  readonly menus: WriteContext['menus'];
  readonly history: WriteContext['history'];
  readonly origin: ChangeOrigin;
}

/** The state after an operation. */
export interface OperationOutcome {
  /** The entry after the operation, or before its deletion; as its working copy shows it, when the operation was one of the copy. */
  readonly entry: Entry;
  readonly copy?: ShownCopy | undefined;
  /** The targets that a published copy had, and that do not exist any more. */
  readonly dropped?: readonly DroppedTarget[] | undefined;
}
