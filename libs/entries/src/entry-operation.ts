import type { Json, Uuid } from '@content-service/kernel';
import type { EntryDraft } from './entry-draft.js';
import type { Entry } from './entry.js';
import type { LinkageAct } from './linkage-edit.js';

interface Targeted {
  /** The name of a resource type. */
  readonly type: string;
  readonly id: Uuid;
  /** The versions the client saw (`If-Match`), of which the entry must have one; without them any will do. */
  readonly expectedVersions?: readonly number[];
  /** Where it stands in the body of the request, when that has several. */
  readonly at?: OperationPlace;
}

/** What was done, and the entry as it was left by that, or as it was before it was deleted. */
export interface OperationResult {
  readonly operation: EntryOperation;
  readonly entry: Entry;
}

interface OperationPlace {
  /** A JSON Pointer that goes before those of its faults, such as `/atomic:operations/2`. */
  readonly pointer: string;
  /** What is to blame where a fault has no pointer of its own, such as `/ref` for an entry that is not there. */
  readonly target: string;
}

/** One write of one entry. Several make up one act, in which each finds what those before it did. */
export type EntryOperation =
  | ({ readonly kind: 'create'; readonly draft: EntryDraft } & Targeted)
  /** Members of the draft replace those of the entry, others stay. */
  | ({ readonly kind: 'update'; readonly draft: EntryDraft } & Targeted)
  | ({ readonly kind: 'delete' } & Targeted)
  /** Changes one relationship. `data` is the `data` of a linkage document. */
  | ({
      readonly kind: 'linkage';
      readonly act: LinkageAct;
      readonly field: string;
      readonly data: Json;
    } & Targeted);
