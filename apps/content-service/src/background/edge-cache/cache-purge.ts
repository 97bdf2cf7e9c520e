import {
  type AcquiredLease,
  type EventConsumerStore,
  type EventLog,
  isEntryEvent,
  type LoggedEntryEvent,
  type Position,
} from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import type { Generations, Storage } from '@content-service/storage';
import {
  formatEntryTag,
  formatListTag,
  MODEL_TAG,
  SETTINGS_TAG,
} from '../../platform/edge-cache/cache-tags.js';
import { PurgeFailed } from './purge-drivers.js';

/** Events that are read at once. */
const READ_BATCH = 100;
/** Events of one purge. */
const EVENTS_MAXIMUM = 1000;
/** Above it, whole types are purged. */
const TAGS_MAXIMUM = 500;

/**
 * A read that began before the change was visible may have been stored after the first purge. To its duration comes the time
 * that a replica may be behind.
 */
const REPEAT_AFTER_MS = 5000;

const DELAY_MINIMUM_MS = 1000;
/** Whatever `Retry-After` of the cache says. */
export const DELAY_MAXIMUM_MS = 60_000;

export interface CachePurgeOptions {
  /** @throws PurgeFailed */
  readonly purge: (tags: readonly string[]) => Promise<void>;
  /** Milliseconds of a clock that is never set back. */
  readonly now: () => number;
  /** How old the content of a replica of the database may be; default: all reads see the latest. */
  readonly replicaLagMs?: number | undefined;
  readonly onPurged: () => void;
  readonly onFailed: (error: PurgeFailed, retryInMs: number) => void;
}

/** Tags that are purged once more. */
interface Repetition {
  readonly at: number;
  readonly tags: readonly string[];
}

/**
 * Purges the answers that events of entries, and changes of the content model and of site settings, have made outdated. The latter
 * show in the generations of the storage, so events of management data are passed over. A purge that
 * fails is repeated with growing delay; meanwhile the consumer keeps its position.
 *
 * A process that takes over from another one purges everything: purges that the other still had to repeat, and changes
 * while no process was running, are not known to it.
 */
export class CachePurge {
  /** The state of model and settings that the cache was told of; `undefined` until everything was purged. */
  private announced: Generations | undefined;
  private token: number | undefined;
  private repetitions: readonly Repetition[] = [];
  private failures = 0;
  private retryAt = 0;

  constructor(
    private readonly log: EventLog,
    private readonly consumers: EventConsumerStore,
    private readonly storage: Pick<Storage, 'generations'>,
    private readonly options: CachePurgeOptions,
  ) {}

  /** The task of the consumer. @throws ConsumerLeaseLost */
  async process(held: AcquiredLease): Promise<Position> {
    if (this.options.now() < this.retryAt) return held.position;
    const { token } = held.lease;
    // The next token shows that no other process had the lease in between.
    const isSuccession = this.token !== undefined && (token === this.token || token === this.token + 1);
    if (!isSuccession) this.announced = undefined;
    this.token = token;
    const position = await this.tryPurge(held.position);
    if (position !== held.position) await this.consumers.advance(held.lease, position);
    return position;
  }

  /** Purges what is to be repeated, without waiting for its time. */
  async finish(): Promise<void> {
    const tags = this.repetitions.flatMap((repetition) => repetition.tags);
    this.repetitions = [];
    if (tags.length > 0) await this.options.purge([...new Set(tags)]);
  }

  /** @returns the position up to which changes are purged */
  private async tryPurge(from: Position): Promise<Position> {
    const generations = await this.storage.generations();
    const { tags, position } = await this.findOutdated(from, generations);
    const due = this.repetitions.filter(({ at }) => at <= this.options.now());
    const all = new Set([...tags, ...due.flatMap((repetition) => repetition.tags)]);
    if (all.size > 0 && !(await this.isPurged([...all]))) return from;
    this.announced = generations;
    const pending = this.repetitions.filter((repetition) => !due.includes(repetition));
    const next = { at: this.options.now() + REPEAT_AFTER_MS + (this.options.replicaLagMs ?? 0), tags };
    this.repetitions = tags.length > 0 ? [...pending, next] : pending;
    return position;
  }

  private async findOutdated(
    from: Position,
    generations: Generations,
  ): Promise<{ readonly tags: readonly string[]; readonly position: Position }> {
    const { announced } = this;
    if (announced === undefined)
      return { tags: [MODEL_TAG, SETTINGS_TAG], position: Math.max(from, (await this.log.bounds()).newest) };
    const { tags, position } = await this.readOutdated(from);
    const site = [
      ...(generations.model === announced.model ? [] : [MODEL_TAG]),
      ...(generations.settings === announced.settings ? [] : [SETTINGS_TAG]),
    ];
    return { tags: [...site, ...tags], position };
  }

  private async readOutdated(
    from: Position,
  ): Promise<{ readonly tags: readonly string[]; readonly position: Position }> {
    const outdated = new OutdatedEntries();
    let position = from;
    for (let read = 0; read < EVENTS_MAXIMUM; read += READ_BATCH) {
      const events = await this.log.read(position, READ_BATCH, { withoutSnapshots: true });
      for (const event of events.filter(isEntryEvent)) outdated.add(event);
      position = events.at(-1)?.position ?? position;
      if (events.length < READ_BATCH) break;
    }
    return { tags: outdated.toTags(), position };
  }

  private async isPurged(tags: readonly string[]): Promise<boolean> {
    try {
      await this.options.purge(tags);
    } catch (error) {
      if (!(error instanceof PurgeFailed)) throw error;
      this.delayRetry(error);
      return false;
    }
    this.failures = 0;
    this.options.onPurged();
    return true;
  }

  private delayRetry(error: PurgeFailed): void {
    const delayMs = Math.max(DELAY_MINIMUM_MS * 2 ** this.failures, error.retryAfterSeconds * 1000);
    const retryInMs = Math.min(delayMs, DELAY_MAXIMUM_MS);
    this.failures += 1;
    this.retryAt = this.options.now() + retryInMs;
    this.options.onFailed(error, retryInMs);
  }
}

/** The entries of events by type. Only the types of imports are kept, since most of their entries change. */
class OutdatedEntries {
  private readonly ids = new Map<string, Set<Uuid>>();
  private readonly wholeTypes = new Set<string>();

  add({ subject: { type, id }, cause }: LoggedEntryEvent): void {
    const ids = this.ids.get(type) ?? new Set();
    this.ids.set(type, ids.add(id));
    if (cause === 'import') this.wholeTypes.add(type);
  }

  toTags(): readonly string[] {
    const types = [...this.ids.keys()];
    const partial = types.filter((type) => !this.wholeTypes.has(type));
    const entries = partial.flatMap((type) =>
      [...(this.ids.get(type) ?? [])].map((id) => formatEntryTag({ type, id })),
    );
    const lists = types.map(formatListTag);
    const tags = [...lists, ...this.wholeTypes, ...entries];
    return tags.length <= TAGS_MAXIMUM ? tags : [...lists, ...types];
  }
}
