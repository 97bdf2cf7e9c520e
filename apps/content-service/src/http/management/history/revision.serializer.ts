import { Injectable } from '@nestjs/common';
import type { RevisionChange, RevisionMetadata } from '@content-service/entries';
import { formatDateTime } from '@content-service/kernel';
import {
  ActorNames,
  type SerializedEditor,
  serializeEditor,
} from '../../../platform/audit/audit-event.serializer.js';

/** Who replaced or deleted a state of an entry, and when. */
interface SerializedChange {
  readonly number: number;
  readonly at: string;
  readonly cause: RevisionChange['cause'];
  readonly by: SerializedEditor | null;
}

/** One of the revisions of an entry. */
export interface ListedRevision extends SerializedChange {
  readonly track: RevisionMetadata['track'];
  readonly version: number;
  readonly published: boolean;
  readonly changed: readonly string[];
  readonly note: string | null;
  readonly minor: boolean;
}

@Injectable()
export class RevisionSerializer {
  constructor(private readonly names: ActorNames) {}

  /** Looks up the names of all actors of a page. */
  async prepare(
    revisions: readonly RevisionMetadata[],
  ): Promise<(revision: RevisionMetadata) => SerializedChange> {
    const findName = await this.names.findDisplayNames(revisions.flatMap(({ change }) => change.actor ?? []));
    return ({ number, change: { actor, cause } }) => ({
      number,
      at: formatDateTime(Math.floor(number / 1_000_000)),
      cause,
      by: serializeEditor(actor, findName),
    });
  }

  async serializeAll(revisions: readonly RevisionMetadata[]): Promise<readonly ListedRevision[]> {
    const serialize = await this.prepare(revisions);
    return revisions.map((revision) => {
      const { track, version, published, change } = revision;
      const { changed, note = null, minor = false } = change;
      return { ...serialize(revision), track, version, published, changed, note, minor };
    });
  }
}
