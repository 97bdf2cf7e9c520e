import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ApiClient, UnexpectedResponse } from '../support/api-client.js';

/** How many clients send requests at the same time. */
interface Clients {
  readonly writers: number;
  readonly readers: number;
}

const CLIENTS: Clients = { writers: 6, readers: 4 };

/** Pause between two requests of a client. */
const PAUSE_MS = 20;

/** Time in milliseconds beyond the time limit of a request after which it counts as hanging. */
const GRACE_MS = 5000;

const TALLIES = '/api/node/tally';

/** Refusals whose request may have been carried out, or would fail again: they have no Retry-After. */
const WITHOUT_RETRY_AFTER = new Set(['unknown_outcome', 'request_timeout', 'query_timeout']);

/** What happened during a fault. */
export interface FaultReport {
  readonly requests: number;
  readonly acknowledged: number;
  readonly lost: number;
  /** Number of responses by status and error code, such as `503 store_unavailable`. */
  readonly refused: Readonly<Record<string, number>>;
  readonly hanging: number;
  readonly slowestSeconds: number;
}

/** Writers and readers that send requests to a service without end. */
export class Load {
  private readonly acknowledged = new Set<string>();
  private readonly refused: Record<string, number> = {};
  private readonly violations: string[] = [];
  private requests = 0;
  private hanging = 0;
  private slowestMs = 0;
  private isStopped = false;
  private readonly clients: Promise<unknown>;

  /** @param limitMs the time limit of requests */
  constructor(
    private readonly api: ApiClient,
    private readonly limitMs: number,
    { writers, readers } = CLIENTS,
  ) {
    this.clients = Promise.all([
      ...Array.from({ length: writers }, () => this.repeat(() => this.write())),
      ...Array.from({ length: readers }, () => this.repeat(() => this.read())),
    ]);
  }

  /** Number of writes that were confirmed by 201. */
  get writes(): number {
    return this.acknowledged.size;
  }

  /** Waits until as many further writes are confirmed. @returns the seconds that it took */
  async untilWrites(further: number): Promise<number> {
    const [start, wanted] = [performance.now(), this.writes + further];
    while (this.writes < wanted) {
      if (performance.now() - start > 120_000) throw new Error('Writes did not succeed within 120 s.');
      await wait(10);
    }
    return (performance.now() - start) / 1000;
  }

  /** Ends the load and looks for every acknowledged entry. @throws Error for a response that a client must never get */
  async stop(): Promise<FaultReport> {
    this.isStopped = true;
    await this.clients;
    if (this.violations.length > 0) throw new Error(this.violations.slice(0, 5).join('\n'));
    const stored = new Set<string>();
    for await (const { data } of this.api.pages(`${TALLIES}?fields[node--tally]=`))
      for (const { id } of data) stored.add(id);
    return {
      requests: this.requests,
      acknowledged: this.writes,
      lost: [...this.acknowledged].filter((id) => !stored.has(id)).length,
      refused: this.refused,
      hanging: this.hanging,
      slowestSeconds: Math.round(this.slowestMs / 100) / 10,
    };
  }

  private async repeat(send: () => Promise<Response>): Promise<void> {
    while (!this.isStopped) {
      await this.measure(send);
      await wait(PAUSE_MS);
    }
  }

  private async measure(send: () => Promise<Response>): Promise<void> {
    const start = performance.now();
    this.requests += 1;
    try {
      const response = await Promise.race([send(), this.failLate()]);
      if (response.status >= 400) await this.recordRefusal(response);
      else if (response.status === 201)
        this.acknowledged.add(((await response.json()) as { data: { id: string } }).data.id);
      else await response.arrayBuffer();
    } catch (error) {
      if (error instanceof UnexpectedResponse) this.hanging += 1;
      else this.violations.push(`No response: ${String(error)}`);
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - start);
    }
  }

  private async failLate(): Promise<never> {
    await wait(this.limitMs + GRACE_MS, undefined, { ref: false });
    throw new UnexpectedResponse(0, 'no response');
  }

  private async recordRefusal(response: Response): Promise<void> {
    const text = await response.text();
    const { key, isProper } = describeRefusal(response, text);
    this.refused[key] = (this.refused[key] ?? 0) + 1;
    if (!isProper) this.violations.push(`${key}: ${text.slice(0, 500)}`);
  }

  private write(): Promise<Response> {
    const attributes = { title: randomUUID(), field_count: 1, field_notes: ['one', 'two'] };
    return this.api.send('POST', TALLIES, { document: { data: { type: 'node--tally', attributes } } });
  }

  private read(): Promise<Response> {
    return this.api.send('GET', `${TALLIES}?filter[field_count]=1&sort=title&page[limit]=5`);
  }
}

/**
 * @returns status and error code of a response, such as `503 store_unavailable`, and whether it is one that clients may get
 *   during a fault
 */
export function describeRefusal(
  { status, headers }: Response,
  text: string,
): { readonly key: string; readonly isProper: boolean } {
  const code = /"code":"(?<code>\w+)"/.exec(text)?.groups?.['code'] ?? '';
  const isComplete = headers.has('retry-after') || WITHOUT_RETRY_AFTER.has(code);
  return { key: `${status} ${code}`, isProper: status === 503 && isComplete };
}
