import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { eventually } from './eventually.js';

/** A reader of `GET /api/events`. */
export class EventStreamReader {
  readonly messages: EventSourceMessage[] = [];
  private hasEnded = false;

  private constructor(
    readonly response: Response,
    private readonly controller: AbortController,
  ) {}

  /** @param url with the query */
  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStreamReader> {
    const controller = new AbortController();
    const response = await fetch(url, { headers, signal: controller.signal });
    const reader = new EventStreamReader(response, controller);
    if (response.status === 200) void reader.read();
    return reader;
  }

  /** The `data` of the events of entries, in their order. */
  get events(): readonly { readonly event: string; readonly id: string }[] {
    return this.messages
      .filter(({ event }) => event?.startsWith('entry.') === true)
      .map(({ event = '', data }) => ({ event, id: (JSON.parse(data) as { id: string }).id }));
  }

  /** Whether the stream has ended: all of its messages are there. */
  get isEnded(): boolean {
    return this.hasEnded;
  }

  async waitForEvents(count: number): Promise<void> {
    await eventually(() => Promise.resolve(this.events.length >= count));
  }

  async waitForEnd(patienceMs?: number): Promise<void> {
    await eventually(() => Promise.resolve(this.hasEnded), patienceMs);
  }

  close(): void {
    this.controller.abort();
  }

  private async read(): Promise<void> {
    const parser = createParser({ onEvent: (message) => this.messages.push(message) });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? [])
        parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
    } catch {
      // The reader or the service has closed the connection.
    }
    this.hasEnded = true;
  }
}
