import { randomInt } from 'node:crypto';
import { ApiClient, type Credentials, UnexpectedResponse } from '../support/api-client.js';
import { EventStreamReader } from '../support/event-stream.js';

const READERS = 12;
const WRITERS = 4;

/** Shorter than the 300 s of access tokens. */
const TOKEN_MS = 200_000;

const TALLIES = '/api/node/tally';
const READS = [
  `${TALLIES}?sort=-created&page[limit]=20`,
  `${TALLIES}?filter[field_count]=2&include=field_topic&page[limit]=10`,
  `${TALLIES}?filter[title][operator]=STARTS_WITH&filter[title][value]=Tally%201&page[limit]=5`,
];

export interface SoakReport {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly slowestMs: number;
  /** Requests without a response, or with another status than expected: the first ten. */
  readonly failures: readonly string[];
}

/** Returns an API client whose token is renewed before it expires. */
function renewing(baseUrl: string, credentials: Credentials): () => Promise<ApiClient> {
  let api: Promise<ApiClient> | undefined;
  let renewAt = 0;
  return () => {
    if (api === undefined || performance.now() > renewAt) {
      api = ApiClient.withCredentials(baseUrl, credentials);
      renewAt = performance.now() + TOKEN_MS;
    }
    return api;
  };
}

/** Sixteen connections that read, create, update and delete entries until `stop`. */
export class SoakLoad {
  /** Ids of the entries whose creation was confirmed. */
  readonly acknowledged = new Set<string>();
  private readonly failures: string[] = [];
  private readonly startedAt = performance.now();
  private requests = 0;
  private slowestMs = 0;
  private isStopped = false;
  private readonly clients: Promise<unknown>;

  /** @param baseUrls of the processes, which the clients are distributed over */
  constructor(baseUrls: readonly string[], credentials: Credentials) {
    const repeat = (count: number, send: (api: ApiClient) => Promise<unknown>): Promise<void>[] =>
      Array.from({ length: count }, (_, index) =>
        this.repeat(renewing(baseUrls[index % baseUrls.length]!, credentials), send),
      );
    this.clients = Promise.all([
      ...repeat(READERS, (api) => api.collection(READS[randomInt(READS.length)]!)),
      ...repeat(WRITERS, (api) => this.write(api)),
    ]);
  }

  async stop(): Promise<SoakReport> {
    this.isStopped = true;
    await this.clients;
    const seconds = (performance.now() - this.startedAt) / 1000;
    return {
      requests: this.requests,
      requestsPerSecond: Math.round(this.requests / seconds),
      slowestMs: Math.round(this.slowestMs),
      failures: this.failures.slice(0, 10),
    };
  }

  private async repeat(
    getApi: () => Promise<ApiClient>,
    send: (api: ApiClient) => Promise<unknown>,
  ): Promise<void> {
    while (!this.isStopped) {
      const start = performance.now();
      this.requests += 1;
      try {
        await send(await getApi());
      } catch (error) {
        this.failures.push(String(error));
      }
      this.slowestMs = Math.max(this.slowestMs, performance.now() - start);
    }
  }

  /** Creates an entry, updates it, and deletes two thirds of them, so that the database does not grow with the speed. */
  private async write(api: ApiClient): Promise<void> {
    const count = this.acknowledged.size;
    const attributes = { title: `Tally ${count}`, field_count: 1, field_notes: ['one', 'two'] };
    const { id } = await api.create('node--tally', { attributes });
    this.acknowledged.add(id);
    await api.update({ type: 'node--tally', id }, { attributes: { field_count: 2 } });
    this.requests += 1;
    if (count % 3 === 0) return;
    const answer = await api.send('DELETE', `${TALLIES}/${id}`);
    if (answer.status !== 204) throw new UnexpectedResponse(answer.status, await answer.text());
    this.requests += 1;
  }
}

/** A reader of the event stream that continues where a stream has ended, as browsers do. */
export class SoakStream {
  private readonly seen = new Set<string>();
  private readonly getApi: () => Promise<ApiClient>;
  private reader: EventStreamReader | undefined;
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

  /** Ids of the entries that events were received of. */
  get entries(): ReadonlySet<string> {
    this.remember();
    return this.seen;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.reader?.close();
    await this.running;
  }

  private async follow(first: EventStreamReader): Promise<void> {
    let last: string | undefined;
    for (let reader = first; ; reader = await this.connect(last)) {
      await reader.waitForEnd(Infinity);
      last = reader.messages.findLast(({ id }) => id !== undefined)?.id ?? last;
      this.remember();
      if (this.isStopped) return;
    }
  }

  private async connect(lastEventId?: string): Promise<EventStreamReader> {
    const { token = '' } = await this.getApi();
    const reader = await EventStreamReader.open(`${this.baseUrl}/api/events`, {
      Authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    });
    if (reader.response.status !== 200)
      throw new UnexpectedResponse(reader.response.status, await reader.response.text());
    this.reader = reader;
    return reader;
  }

  private remember(): void {
    for (const { id } of this.reader?.events ?? []) this.seen.add(id);
  }
}
