import { once } from 'node:events';
import type { Response } from 'express';
import { type EventCursor, getCursor, isEntryEvent } from '@content-service/events';
import type { EntryEventHead, EventTail } from './event-tail.js';

/** How soon a client connects again after the end. */
const RETRY_MS = 5000;
/** Shorter than the time after which proxies and the service itself close idle connections. */
const KEEP_ALIVE_MS = 15_000;
/** A reader that takes nothing for so long loses its connection, so that it cannot keep a stream for ever. */
const STALL_MS = 60_000;
/** How often the right to read is checked while nothing happens. */
const CHECK_MS = 1000;

export interface EventStreamOptions {
  readonly tail: EventTail;
  /** Events of management data are never sent. */
  readonly isSelected: (event: EntryEventHead) => boolean;
  /** The `data` of an event, a text without line breaks. */
  readonly serialize: (event: EntryEventHead) => string | Promise<string>;
  /** Whether the token, or the site for anonymous readers, still permits to read. */
  readonly isPermitted: () => boolean | Promise<boolean>;
  /** The id of a message, behind which a reader resumes that has it. */
  readonly formatId: (cursor: EventCursor) => string;
  /** Default: `STALL_MS`. */
  readonly stallMs?: number;
  /** Default: `KEEP_ALIVE_MS`. */
  readonly keepAliveMs?: number;
}

/** One response with server-sent events (WHATWG HTML, «Server-sent events»). */
export class EventStream {
  private hasEnded = false;
  /** New events may have come since the last read. */
  private isWoken = false;
  private resume: () => void = () => undefined;
  private sentAt = performance.now();

  constructor(
    private readonly response: Response,
    private readonly options: EventStreamOptions,
  ) {}

  /**
   * Sends events until the reader goes away, or may not read any more.
   *
   * @param start behind the last event that the reader has
   * @param first a message before all events, or nothing
   */
  async run(start: EventCursor, first: string): Promise<void> {
    const { response } = this;
    // The reader went away before the stream began: no event of the response would end it.
    if (response.closed) return;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Nginx would collect events before it passes them on.
      'X-Accel-Buffering': 'no',
    });
    response.once('close', () => {
      this.stop();
    });
    const unsubscribe = this.options.tail.subscribe(() => {
      this.wake();
    });
    try {
      await this.send(`retry: ${RETRY_MS}\n${this.formatIdLine(start)}${first}\n`);
      await this.sendEvents(start);
      if (!response.destroyed) response.end('event: end\ndata: {}\n\n');
    } finally {
      unsubscribe();
    }
  }

  /** Ends the response, so that the reader connects again later. */
  stop(): void {
    this.hasEnded = true;
    this.wake();
  }

  private wake(): void {
    this.isWoken = true;
    this.resume();
  }

  private async isOver(): Promise<boolean> {
    return this.hasEnded || !(await this.options.isPermitted());
  }

  /**
   * Events that the reader does not get leave no trace: each keep-alive has a new id, behind what was passed meanwhile, whether
   * that is something or nothing, and comes at a time that depends on the messages of the reader alone.
   */
  private async sendEvents(start: EventCursor): Promise<void> {
    const { tail, isSelected, serialize } = this.options;
    let cursor = start;
    while (!(await this.isOver())) {
      this.isWoken = false;
      const events = await tail.read(cursor.position);
      for (const event of events) {
        if (await this.isOver()) return;
        cursor = getCursor(event);
        if (!isEntryEvent(event) || !isSelected(event)) continue;
        await this.send(
          `${this.formatIdLine(cursor)}event: ${event.type}\ndata: ${await serialize(event)}\n\n`,
        );
      }
      // The id alone dispatches no event, but a reader who connects again continues behind it.
      if (this.getKeepAliveDelay() <= 0) await this.send(`: keep-alive\n${this.formatIdLine(cursor)}\n`);
      if (events.length === 0) await this.waitForEvents();
    }
  }

  private formatIdLine(cursor: EventCursor): string {
    return `id: ${this.options.formatId(cursor)}\n`;
  }

  /** In milliseconds. */
  private getKeepAliveDelay(): number {
    return this.sentAt + (this.options.keepAliveMs ?? KEEP_ALIVE_MS) - performance.now();
  }

  /** A reader who is slow gets the next event when the last one was sent, so that nothing piles up in memory. */
  private async send(text: string): Promise<void> {
    this.sentAt = performance.now();
    const { response } = this;
    if (response.write(text) || this.hasEnded) return;
    const timer = setTimeout(() => response.destroy(), this.options.stallMs ?? STALL_MS).unref();
    // Removes the listener that is not called: a stream has many writes.
    const settled = new AbortController();
    const { signal } = settled;
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
    settled.abort();
    clearTimeout(timer);
  }

  private async waitForEvents(): Promise<void> {
    if (this.isWoken) return;
    await new Promise<void>((resolve) => {
      const delay = Math.min(CHECK_MS, Math.max(0, Math.ceil(this.getKeepAliveDelay())));
      const timer = setTimeout(resolve, delay).unref();
      this.resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
