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
 * Milliseconds between two transactions. Other processes learn that the lock is free by asking again and again, at the latest
 * every 10 ms, and would have to hit the moment between two transactions of an import.
 */
const PAUSE_MS = 10;

/** Runs transactions of many rows in a thread, which is started with the first and ended when there are no more. */
export class BulkWriter {
  private thread: WriterThread | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastEnd = 0;

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
    if (this.thread === undefined || this.thread.isEnded)
      this.thread = new WriterThread(this.options, this.logger);
    try {
      return await task(this.thread);
    } finally {
      this.lastEnd = performance.now();
      this.idle = setTimeout(() => void this.close(), this.idleTimeoutMs).unref();
    }
  }

  /** Ends the thread. The next transaction starts another one. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
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

interface Waiting {
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

const PROGRAM = fileURLToPath(new URL('./writer-thread.js', import.meta.url));

/** A thread with a connection of its own. */
class WriterThread implements StatementRunner {
  readonly isPipelined = true;
  isEnded = false;
  private readonly worker: Worker;
  private readonly exit: Promise<void>;
  /** In the order of what was sent. */
  private readonly waiting: Waiting[] = [];

  constructor(
    options: SqliteConnectionOptions,
    private readonly logger: Logger | undefined,
  ) {
    // Neither the flags nor the variables of this process: the program needs none of them.
    this.worker = new Worker(PROGRAM, { workerData: options, execArgv: [], env: {} });
    this.exit = new Promise((resolve) => {
      this.worker.once('exit', () => {
        this.isEnded = true;
        for (const { reject } of this.waiting) reject(writerEnded());
        resolve();
      });
    });
    // What ended the thread; the exit follows.
    this.worker.on('error', () => undefined);
    this.worker.on('message', (message: Message) => {
      this.waiting.shift()?.resolve(message);
    });
    this.worker.unref();
  }

  async query(statement: Sql, before: readonly Sql[]): Promise<readonly unknown[]> {
    const { rows = [] } = await this.send([...before, statement]);
    return rows.map(withBuffers);
  }

  async execute(statement: Sql, before: readonly Sql[]): Promise<number> {
    return (await this.send([...before, statement])).affected ?? 0;
  }

  /** Lets the thread close its connection, behind all that was sent; the promise is fulfilled when it is gone. */
  async end(): Promise<void> {
    if (this.isEnded) return;
    this.worker.ref();
    this.worker.postMessage(null);
    await this.exit;
  }

  /** @throws SqliteError */
  private async send(statements: readonly Sql[]): Promise<Message> {
    if (this.isEnded) throw writerEnded();
    for (const { text, values } of statements) this.logger?.logQuery(text, [...values]);
    const answer = new Promise<Message>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
    });
    this.worker.ref();
    this.worker.postMessage(statements);
    try {
      const message = await answer;
      if (message.error !== undefined) throw new SqliteError(message.error.code, message.error.message);
      return message;
    } finally {
      if (this.waiting.length === 0) this.worker.unref();
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

const writerEnded = (): SqliteError =>
  new SqliteError('WRITER_ENDED', 'The writer thread ended before it answered.');
