import { hash } from 'node:crypto';
import type { SpoolStore } from '@content-service/jobs';
import { type Clock, formatUuidHex, isUuid, type Uuid } from '@content-service/kernel';
import { EntryNotFound } from './entry.errors.js';
import type { EntryStore } from './entry.store.js';

/** Whoever was not heard of for so long has left, such as a browser that was closed without a word. */
const PRESENT_SECONDS = 60;

/** The most who are kept for one entry: of more, those who were heard of last. */
export const PRESENT_MAXIMUM = 50;

/** A user, or a client that acts for itself. */
export interface Attendant {
  readonly kind: 'user' | 'client';
  readonly id: string;
}

/** Someone who has an entry open. */
export interface PresentAttendant extends Attendant {
  /** UNIX seconds. */
  readonly seenAt: number;
}

/** What is stored of an attendant under the id. */
type Stored = Readonly<Record<string, Omit<PresentAttendant, 'id'>>>;

/**
 * Who has an entry open: they say so again and again, and nothing is locked.
 *
 * All of an entry are one part of a spool, read and written as a whole. Of two who are written at the same moment one can be lost; the
 * next beat brings it back. Old spools are deleted by the job `prune`.
 */
export class EntryPresence {
  constructor(
    private readonly entries: Pick<EntryStore, 'findStatuses'>,
    private readonly spools: SpoolStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps that someone has the entry open, for a minute.
   *
   * @param entryId from a request
   * @returns the others, the one who was heard of last first
   * @throws EntryNotFound
   */
  async enter(entryId: string, { kind, id }: Attendant): Promise<readonly PresentAttendant[]> {
    if (!isUuid(entryId) || !(await this.entries.findStatuses([entryId])).has(entryId))
      throw new EntryNotFound('entry', entryId);
    const others = (await this.read(entryId)).filter((one) => one.id !== id).slice(0, PRESENT_MAXIMUM - 1);
    await this.write(entryId, [{ kind, id, seenAt: this.clock.now() }, ...others]);
    return others;
  }

  /**
   * Takes someone out at once. The entry may have been deleted meanwhile. Another window of the same user brings the user back.
   *
   * @param entryId from a request
   * @throws EntryNotFound when it is no id
   */
  async leave(entryId: string, { id }: Attendant): Promise<void> {
    if (!isUuid(entryId)) throw new EntryNotFound('entry', entryId);
    const present = await this.read(entryId);
    const others = present.filter((one) => one.id !== id);
    if (others.length < present.length) await this.write(entryId, others);
  }

  /** The attendants that were heard of within the last minute, the last one first. */
  private async read(entryId: Uuid): Promise<readonly PresentAttendant[]> {
    const text = await this.spools.find(getSpool(entryId), 0);
    const after = this.clock.now() - PRESENT_SECONDS;
    return Object.entries(JSON.parse(text ?? '{}') as Stored)
      .map(([id, stored]) => ({ id, ...stored }))
      .filter(({ seenAt }) => seenAt > after)
      .sort((a, b) => b.seenAt - a.seenAt);
  }

  private async write(entryId: Uuid, present: readonly PresentAttendant[]): Promise<void> {
    const spool = getSpool(entryId);
    if (present.length === 0) return this.spools.delete(spool);
    const stored: Stored = Object.fromEntries(present.map(({ id, ...one }) => [id, one]));
    return this.spools.put({ spool, part: 0, text: JSON.stringify(stored), storedAt: this.clock.now() });
  }
}

/**
 * The spool of an entry. It is not the id of the entry, which clients choose: that could be the id of the spool of a job, such as the list of
 * what a bulk action has changed.
 */
function getSpool(entryId: Uuid): Uuid {
  return formatUuidHex(hash('sha256', `presence of ${entryId}`, 'hex').slice(0, 32));
}
