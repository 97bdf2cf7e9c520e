import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ApiClient,
  type Credentials,
  type EntryDocument,
  UnexpectedResponse,
} from '../support/api-client.js';
import { describeRefusal } from './load.js';
import { Changes } from './soak-events.js';

const READERS = 8;
const WRITERS = 8;

/** Shorter than the 300 s of access tokens. */
const TOKEN_MS = 200_000;
/** Requests that are this late are left out: the rate is a maximum, and a slow service does not get them all at once. */
const LATE_MS = 1000;

const TALLIES = '/api/node/tally';
const READS = [
  `${TALLIES}?sort=-created&page[limit]=20`,
  `${TALLIES}?filter[field_count]=2&include=field_topic&page[limit]=10`,
  `${TALLIES}?filter[title][operator]=STARTS_WITH&filter[title][value]=Tally%201&page[limit]=5`,
];

/** Requests in a second, of all clients. */
export interface Rates {
  readonly reads: number;
  readonly writes: number;
}

export interface SoakReport {
  readonly requests: number;
  readonly readsPerSecond: number;
  readonly writesPerSecond: number;
  readonly slowestMs: number;
  /** The number of responses 503 while refusals were expected, by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** Requests without a response, or with another status than expected: the first ten. */
  readonly failures: readonly string[];
}

/** Returns an API client whose token is renewed before it expires. */
export function renewing(baseUrl: string, credentials: Credentials): () => Promise<ApiClient> {
  let api: ApiClient | undefined;
  let renewAt = 0;
  return async () => {
    if (api === undefined || performance.now() > renewAt) {
      renewAt = performance.now() + TOKEN_MS;
      api = undefined;
      api = await ApiClient.withCredentials(baseUrl, credentials);
    }
    return api;
  };
}

/** Turns at even distances, which clients take one after the other. */
class Pace {
  private nextAt = performance.now();

  constructor(private readonly perSecond: number) {}

  async wait(): Promise<void> {
    const now = performance.now();
    this.nextAt = Math.max(this.nextAt + 1000 / this.perSecond, now - LATE_MS);
    await wait(Math.max(0, this.nextAt - now));
  }
}

/** A response that clients must expect while the database is restarted. */
class Refused extends Error {}

/** Sixteen connections that read, create, update and delete entries at given rates until `stop`. */
export class SoakLoad {
  /** The changes that were confirmed. */
  readonly acknowledged = new Changes();
  /** Whether responses 503 are expected. */
  expectsRefusals = false;
  private readonly failures: string[] = [];
  private readonly refused: Record<string, number> = {};
  private readonly startedAt = performance.now();
  private readonly writePace: Pace;
  private reads = 0;
  private writes = 0;
  private created = 0;
  private slowestMs = 0;
  private isStopped = false;
  private readonly clients: Promise<unknown>;

  /** @param baseUrls of the processes, which the clients are distributed over */
  constructor(baseUrls: readonly string[], credentials: Credentials, { reads, writes }: Rates) {
    this.writePace = new Pace(writes);
    const readPace = new Pace(reads);
    const repeat = (count: number, send: (api: ApiClient) => Promise<unknown>): Promise<void>[] =>
      Array.from({ length: count }, (_, index) =>
        this.repeat(renewing(baseUrls[index % baseUrls.length]!, credentials), send),
      );
    this.clients = Promise.all([
      ...repeat(READERS, async (api) => {
        await readPace.wait();
        await this.request(api, 200, 'GET', READS[randomInt(READS.length)]!);
        this.reads += 1;
      }),
      ...repeat(WRITERS, (api) => this.write(api)),
    ]);
  }

  /** Waits until as many further writes are confirmed. @returns the seconds that it took */
  async untilWrites(further: number, limitMs: number): Promise<number> {
    const [start, wanted] = [performance.now(), this.writes + further];
    while (this.writes < wanted) {
      if (performance.now() - start > limitMs) throw new Error(`No writes succeeded within ${limitMs} ms.`);
      await wait(10);
    }
    return (performance.now() - start) / 1000;
  }

  async stop(): Promise<SoakReport> {
    this.isStopped = true;
    await this.clients;
    const { reads, writes, refused } = this;
    const seconds = (performance.now() - this.startedAt) / 1000;
    return {
      requests: reads + writes,
      readsPerSecond: Math.round(reads / seconds),
      writesPerSecond: Math.round(writes / seconds),
      slowestMs: Math.round(this.slowestMs),
      refused,
      failures: this.failures.slice(0, 10),
    };
  }

  private async repeat(
    getApi: () => Promise<ApiClient>,
    send: (api: ApiClient) => Promise<unknown>,
  ): Promise<void> {
    while (!this.isStopped) {
      try {
        await send(await getApi());
      } catch (error) {
        if (!(error instanceof Refused)) this.failures.push(String(error));
        // As `Retry-After` asks for at least a second.
        await wait(1000);
      }
    }
  }

  /** Creates an entry, updates it, and deletes two thirds of them, so that the database does not grow with the speed. */
  private async write(api: ApiClient): Promise<void> {
    const count = (this.created += 1);
    const attributes = { title: `Tally ${count}`, field_count: 1, field_notes: ['one', 'two'] };
    await this.writePace.wait();
    const created = await this.request(api, 201, 'POST', TALLIES, {
      data: { type: 'node--tally', attributes },
    });
    const { id } = (JSON.parse(created) as EntryDocument).data;
    this.acknowledge(id, 1, 'create');
    await this.writePace.wait();
    await this.request(api, 200, 'PATCH', `${TALLIES}/${id}`, {
      data: { type: 'node--tally', id, attributes: { field_count: 2 } },
    });
    this.acknowledge(id, 2, 'update');
    if (count % 3 === 0) return;
    await this.writePace.wait();
    await this.request(api, 204, 'DELETE', `${TALLIES}/${id}`);
    this.acknowledge(id, 2, 'delete');
  }

  private acknowledge(id: string, version: number, operation: string): void {
    this.acknowledged.add({ id, version, operation });
    this.writes += 1;
  }

  /** @returns the body @throws Refused for a response 503 that is expected, UnexpectedResponse for other statuses */
  private async request(
    api: ApiClient,
    expected: number,
    method: string,
    address: string,
    document?: object,
  ): Promise<string> {
    const start = performance.now();
    const couldBeRefused = this.expectsRefusals;
    const answer = await api.send(method, address, { document });
    const text = await answer.text();
    this.slowestMs = Math.max(this.slowestMs, performance.now() - start);
    if (answer.status === expected) return text;
    const { key, isProper } = describeRefusal(answer, text);
    if (!isProper || !(couldBeRefused || this.expectsRefusals))
      throw new UnexpectedResponse(answer.status, `${method} ${address}: ${text}`);
    this.refused[key] = (this.refused[key] ?? 0) + 1;
    throw new Refused(key);
  }
}
