import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'typeorm';
import type { SqliteConnectionOptions } from '../dialects/dialect.js';
import type { Sql, StatementRunner } from './sql.js';
import { SqliteError } from './sqlite-error.js';

/** Milliseconds without a transaction after which the thread ends: its cache of pages takes up to 64 MB. */
const IDLE_TIMEOUT_MS = 10_000;

/**
 * Milliseconds between two transactions. Other processes learn that the lock is free by asking again and again
 * (`withRetries`), and would have to hit the moment between two transactions of an import.
 */
const PAUSE_MS = 10;

/** About a megabyte each. */
const BATCHES_IN_FLIGHT = 8;

/** Runs transactions of many rows in a thread, which is started with the first and ended when there are no more. */
export class BulkWriter {
  private thread: WriterThread | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastEnd = 0;
  private isClosed = false;

  constructor(
    private readonly options: SqliteConnectionOptions,
    private readonly logger?: Logger,
    private readonly idleTimeoutMs = IDLE_TIMEOUT_MS,
  ) {}

  /** Whether the thread runs. */
  get isRunning(): boolean {
    return this.thread?.isEnded === false;
  }

  /** @param task gets the thread; when this ends meanwhile, every further statement of the task fails */
  async run<T>(task: (runner: StatementRunner) => Promise<T>): Promise<T> {
    clearTimeout(this.idle);
    const pause = this.lastEnd + PAUSE_MS - performance.now();
    if (pause > 0) await sleep(pause);
    if (this.isClosed) throw new Error('The database is closed.');
    if (this.thread === undefined || this.thread.isEnded)
      this.thread = new WriterThread(this.options, this.logger);
    try {
      return await task(this.thread);
    } finally {
      this.lastEnd = performance.now();
      this.idle = setTimeout(() => void this.endThread(), this.idleTimeoutMs).unref();
    }
  }

  /** Ends the thread. There are no further transactions, also none that waits to be tried again. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    await this.endThread();
  }

  private async endThread(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    await thread?.end();
  }
}

/** A message of the thread, which `writer-thread.js` describes. */
interface Message {
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  readonly affected?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

interface Pending {
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

const PROGRAM = fileURLToPath(new URL('./writer-thread.js', import.meta.url));

/** A thread with a connection of its own. */
class WriterThread implements StatementRunner {
  readonly batchesInFlight = BATCHES_IN_FLIGHT;
  isEnded = false;
  private readonly worker: Worker;
  private readonly exit: Promise<void>;
  /** What ended the thread. */
  private cause: unknown;
  /** In the order of what was sent. */
  private readonly pending: Pending[] = [];

  constructor(
    options: SqliteConnectionOptions,
    private readonly logger: Logger | undefined,
  ) {
    // Neither the flags nor the variables of this process: the program needs none of them.
    this.worker = new Worker(PROGRAM, { name: 'sqlite-writer', workerData: options, execArgv: [], env: {} });
    this.exit = new Promise((resolve) => {
      this.worker.once('exit', () => {
        this.isEnded = true;
        for (const { reject } of this.pending) reject(this.ended());
        resolve();
      });
    });
    // The exit event follows.
    this.worker.on('error', (error) => {
      this.cause = error;
    });
    // An answer that cannot be read is missing in the order of the answers.
    this.worker.on('messageerror', (error) => {
      this.cause = error;
      void this.worker.terminate();
    });
    this.worker.on('message', (message: Message) => {
      this.pending.shift()?.resolve(message);
    });
    this.worker.unref();
  }

  async query(statement: Sql, preceding: readonly Sql[]): Promise<readonly unknown[]> {
    const { rows = [] } = await this.send([...preceding, statement]);
    return rows.map(withBuffers);
  }

  async execute(statement: Sql, preceding: readonly Sql[]): Promise<number> {
    return (await this.send([...preceding, statement])).affected ?? 0;
  }

  /** Lets the thread close its connection, behind all that was sent; the promise is fulfilled when it is gone. */
  async end(): Promise<void> {
    if (this.isEnded) return;
    this.worker.ref();
    this.worker.postMessage(null);
    await this.exit;
  }

  private ended(): SqliteError {
    const { cause } = this;
    return new SqliteError('WRITER_ENDED', 'The writer thread ended before it answered.', { cause });
  }

  /** @throws SqliteError */
  private async send(statements: readonly Sql[]): Promise<Message> {
    if (this.isEnded) throw this.ended();
    for (const { text, values } of statements) this.logger?.logQuery(text, [...values]);
    // Throws what cannot be copied, which then has no answer.
    this.worker.postMessage(statements);
    const answer = new Promise<Message>((resolve, reject) => {
      this.pending.push({ resolve, reject });
    });
    this.worker.ref();
    try {
      const message = await answer;
      if (message.error !== undefined) throw new SqliteError(message.error.code, message.error.message);
      return message;
    } finally {
      if (this.pending.length === 0) this.worker.unref();
    }
  }
}

/** Messages between threads have bytes as `Uint8Array`. */
function withBuffers(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isBytes(value) ? toBuffer(value) : value]),
  );
}

const isBytes = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value);

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
