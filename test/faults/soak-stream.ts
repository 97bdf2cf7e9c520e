import { setTimeout as wait } from 'node:timers/promises';
import { type Credentials, UnexpectedResponse } from '../support/api-client.js';
import { EventStreamReader } from '../support/event-stream.js';
import { renewing } from './soak-load.js';
import { type Change, Changes } from './soak-events.js';

/** How often the messages of a stream are taken from its reader. */
const TAKE_MS = 500;
/** Pause before a stream is opened again that was refused, or whose process did not answer. */
const PAUSE_MS = 500;

/** A reader of the event stream that continues where a stream has ended, as browsers do. */
export class SoakStream {
  /** The changes that events were received of. */
  readonly changes = new Changes();
  private readonly getApi: ReturnType<typeof renewing>;
  private last: string | undefined;
  private isStopped = false;
  private running: Promise<void> = Promise.resolve();

  private constructor(
    private readonly baseUrl: string,
    credentials: Credentials,
  ) {
    this.getApi = renewing(baseUrl, credentials);
  }

  /** Resolves when the stream is open: it receives every change from then on. */
  static async open(baseUrl: string, credentials: Credentials): Promise<SoakStream> {
    const stream = new SoakStream(baseUrl, credentials);
    stream.running = stream.follow(await stream.connect());
    return stream;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async follow(first: EventStreamReader): Promise<void> {
    for (let reader: EventStreamReader | undefined = first; ; reader = await this.reconnect()) {
      if (reader === undefined) return;
      while (!reader.isEnded && !this.isStopped) {
        await wait(TAKE_MS);
        this.take(reader);
      }
      reader.close();
      this.take(reader);
    }
  }

  /** @returns `undefined` when it is stopped */
  private async reconnect(): Promise<EventStreamReader | undefined> {
    while (!this.isStopped) {
      try {
        return await this.connect();
      } catch {
        await wait(PAUSE_MS);
      }
    }
    return undefined;
  }

  private async connect(): Promise<EventStreamReader> {
    const { token = '' } = await this.getApi();
    const reader = await EventStreamReader.open(`${this.baseUrl}/api/events`, {
      Authorization: `Bearer ${token}`,
      ...(this.last === undefined ? {} : { 'Last-Event-ID': this.last }),
    });
    if (reader.response.status !== 200)
      throw new UnexpectedResponse(reader.response.status, await reader.response.text());
    return reader;
  }

  private take({ messages }: EventStreamReader): void {
    for (const { id, event, data } of messages.splice(0)) {
      this.last = id ?? this.last;
      if (event?.startsWith('entry.') === true) this.changes.add(JSON.parse(data) as Change);
    }
  }
}
