import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  EVENTS_POLL_MS,
  EventLog,
  EventSequencer,
  isEntryEvent,
  type LoggedEntryEvent,
  type LoggedEvent,
  type LoggedManagementEvent,
  type Position,
} from '@content-service/events';
import { Config } from '../../platform/config/config.js';
import { Failure } from '../../platform/log/outage-log.js';

/** Events that a process keeps in memory, so that readers who are up to date need no statement. */
const KEPT = 1000;
const BATCH = 100;

/** An event of an entry without the state of the entry, which may be large. */
export type EntryEventHead = Omit<LoggedEntryEvent, 'snapshot'>;

/** An event of the log as it is kept in memory. Streams pass over those of management data, but not over their positions. */
export type StreamedEvent = EntryEventHead | LoggedManagementEvent;

/** The newest events of the log: one poll of the process serves all of its readers, and only while there are some. */
@Injectable()
export class EventTail implements OnModuleDestroy {
  private events: readonly StreamedEvent[] = [];
  /** The position of the newest event seen, while there are readers. */
  private newest: Position | undefined;
  private readonly listeners = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;
  private readonly logger = new Logger(EventTail.name);

  constructor(
    private readonly log: EventLog,
    sequencer: EventSequencer,
    private readonly config: Config,
  ) {
    sequencer.onSequenced(() => {
      if (this.listeners.size > 0) void this.poll();
    });
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Calls a function after new events were read. @returns a function that ends it */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    this.timer ??= setInterval(() => void this.poll(), this.config.events.pollMs ?? EVENTS_POLL_MS).unref();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
      this.newest = undefined;
      this.events = [];
    };
  }

  /** Some events behind a position; none when it is that of the newest event. */
  async read(after: Position): Promise<readonly StreamedEvent[]> {
    const [first] = this.events;
    if (first !== undefined && after >= first.position - 1)
      return this.events.slice(after + 1 - first.position).slice(0, BATCH);
    return this.newest !== undefined && after >= this.newest
      ? []
      : this.log.read(after, BATCH, { withoutSnapshots: true });
  }

  private poll(): Promise<void> {
    return (this.polling ??= this.readNew()
      .catch((error: unknown) => {
        this.logger.warn(new Failure('New events could not be read', error));
      })
      .finally(() => (this.polling = undefined)));
  }

  private async readNew(): Promise<void> {
    let newest = this.newest ?? (await this.log.bounds()).newest;
    for (let count = BATCH; count === BATCH;) {
      const events = await this.log.read(newest, BATCH, { withoutSnapshots: true });
      count = events.length;
      newest = events.at(-1)?.position ?? newest;
      this.newest = newest;
      this.events = [...this.events, ...events.map(withoutSnapshot)].slice(-KEPT);
    }
    for (const listener of this.listeners) listener();
  }
}

function withoutSnapshot(event: LoggedEvent): StreamedEvent {
  const head = { ...event, snapshot: undefined };
  return isEntryEvent(event) ? head : event;
}
