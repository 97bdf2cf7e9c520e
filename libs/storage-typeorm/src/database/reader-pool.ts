import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DatabaseLimits, SqliteConnectionOptions } from '../dialects/dialect.js';
import type { PoolObserver, WaitOutcome } from '../dialects/pool-limits.js';
import type { Measure, Sql } from './sql.js';
import { SqliteError } from './sqlite-error.js';

type Limits = Pick<DatabaseLimits, 'sqliteReaders' | 'queueMaximum' | 'acquireTimeoutMs'>;

/** What is measured of the pool. */
interface ReaderTelemetry {
  readonly measure?: Measure | undefined;
  readonly observer?: PoolObserver | undefined;
}

interface Queued {
  readonly resolve: (reader: Reader) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Processes that run heavy reads. They are started with the first heavy reads, and replaced when they end. */
export class ReaderPool {
  private readonly idle: Reader[] = [];
  private readonly all = new Set<Reader>();
  private readonly queue = new Set<Queued>();
  /** Killed processes that have not exited yet. */
  private readonly leaving = new Set<Promise<void>>();
  private isClosed = false;

  constructor(
    private readonly options: SqliteConnectionOptions,
    private readonly limits: Limits,
    private readonly telemetry: ReaderTelemetry = {},
  ) {
    telemetry.observer?.onPool(() => ({
      used: this.all.size - this.idle.length,
      idle: this.idle.length,
      pending: this.queue.size,
      maximum: limits.sqliteReaders,
    }));
  }

  /** The ids of the processes that run. */
  get pids(): number[] {
    return [...this.all].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * @param timeoutMs milliseconds that the statement may run; 0 for no limit
   * @throws SqliteError
   */
  async query<Found>(statement: Sql, timeoutMs: number): Promise<Found[]> {
    const reader = await this.acquire();
    try {
      const run = (): Promise<Found[]> => reader.query<Found>(statement, timeoutMs);
      const { measure } = this.telemetry;
      return await (measure === undefined ? run() : measure(statement, run));
    } finally {
      this.release(reader);
    }
  }

  /** Ends all processes. Running and queued reads fail. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const waiting of this.queue) {
      clearTimeout(waiting.timer);
      waiting.reject(closed());
    }
    this.queue.clear();
    for (const reader of this.all) this.dismiss(reader);
    await Promise.all(this.leaving);
  }

  private acquire(): Promise<Reader> {
    if (this.isClosed) return Promise.reject(closed());
    const reader = this.takeIdle() ?? this.start();
    return reader === undefined ? this.wait() : Promise.resolve(reader);
  }

  /** Skips processes that ended while idle. */
  private takeIdle(): Reader | undefined {
    for (let reader = this.idle.pop(); reader !== undefined; reader = this.idle.pop()) {
      if (!reader.isEnded) return reader;
      this.dismiss(reader);
    }
    return undefined;
  }

  private start(): Reader | undefined {
    if (this.all.size >= this.limits.sqliteReaders) return undefined;
    const reader = new Reader(this.options);
    this.all.add(reader);
    return reader;
  }

  private wait(): Promise<Reader> {
    const { queueMaximum, acquireTimeoutMs } = this.limits;
    const start = performance.now();
    const report = (outcome: WaitOutcome): void => {
      this.telemetry.observer?.onWait((performance.now() - start) / 1000, outcome);
    };
    if (this.queue.size >= queueMaximum) {
      report('refused');
      return Promise.reject(readerBusy(`${queueMaximum} reads are waiting.`));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.queue.delete(waiting);
        report('refused');
        reject(readerBusy(`No reader process became free within ${acquireTimeoutMs} ms.`));
      }, acquireTimeoutMs);
      const waiting: Queued = {
        resolve: (reader) => {
          report('acquired');
          resolve(reader);
        },
        reject,
        timer,
      };
      this.queue.add(waiting);
    });
  }

  private release(reader: Reader): void {
    if (reader.isEnded) this.dismiss(reader);
    else this.idle.push(reader);
    const [next] = this.queue;
    if (next === undefined || this.isClosed) return;
    const free = this.takeIdle() ?? this.start();
    if (free === undefined) return;
    this.queue.delete(next);
    clearTimeout(next.timer);
    next.resolve(free);
  }

  private dismiss(reader: Reader): void {
    this.all.delete(reader);
    const gone = reader.end().finally(() => this.leaving.delete(gone));
    this.leaving.add(gone);
  }
}

function closed(): Error {
  return new Error('The database is closed.');
}

/** @param limit milliseconds */
const readerTimeout = (limit: number): SqliteError =>
  new SqliteError('READER_TIMEOUT', `The statement did not end within ${limit} ms.`);

const readerBusy = (reason: string): SqliteError => new SqliteError('READER_BUSY', reason);

const readerEnded = (): SqliteError =>
  new SqliteError('READER_ENDED', 'The reader process ended before it answered.');

/** A message of the process, which `reader-process.js` describes. */
interface Message {
  readonly rows?: unknown[];
  readonly error?: { readonly code: string; readonly message: string };
}

interface Waiting {
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

const PROGRAM = fileURLToPath(new URL('./reader-process.js', import.meta.url));

/**
 * A process with a read-only connection of its own. It runs one statement at a time.
 *
 * A process and not a thread, because nothing else can end a statement of better-sqlite3: `Worker.terminate()` waits for
 * the end of the statement, and a function called for every row doubles the cost of a scan and is not called at all in a
 * subquery that runs first. A killed reader leaves nothing behind: the system takes its locks away.
 */
export class Reader {
  private readonly child: ChildProcess;
  private readonly ready: Promise<void>;
  private readonly exit: Promise<void>;
  private waiting: Waiting | undefined;
  private ended = false;
  private isOpen = false;

  constructor(options: SqliteConnectionOptions) {
    this.child = fork(PROGRAM, [JSON.stringify(options)], {
      serialization: 'advanced',
      // Neither the flags nor the variables of this process, among which are secrets.
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.exit = new Promise((resolve) => {
      const end = (): void => {
        this.ended = true;
        this.waiting?.reject(readerEnded());
        resolve();
      };
      this.child.once('exit', end).once('error', end);
    });
    this.child.on('message', (message: Message) => this.waiting?.resolve(message));
    this.ready = this.answer().then(({ error }) => {
      if (error !== undefined) throw new SqliteError(error.code, error.message);
      this.isOpen = true;
    });
    // The first read reports it.
    this.ready.catch(() => undefined);
    this.setKeepsAlive(false);
  }

  get isEnded(): boolean {
    return this.ended;
  }

  /** The id of the process. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  /**
   * @param timeoutMs milliseconds; 0 for no limit. The time that the process takes to start does not count
   * @throws SqliteError; when the time is up the process is killed
   */
  async query<Found>({ text, values }: Sql, timeoutMs: number): Promise<Found[]> {
    let timer: NodeJS.Timeout | undefined;
    this.setKeepsAlive(true);
    try {
      await this.ready;
      const answer = this.answer();
      if (timeoutMs > 0)
        timer = setTimeout(() => {
          this.waiting?.reject(readerTimeout(timeoutMs));
        }, timeoutMs);
      this.send({ text, values });
      const { rows = [], error } = await answer;
      // After an error of SQLite the process is as good as before.
      // Copied: what IPC creates has the prototypes of another realm where the service runs in a vm context, as under Jest.
      if (error === undefined) return [...rows] as Found[];
      throw new SqliteError(error.code, error.message);
    } catch (error) {
      if (!(error instanceof SqliteError && error.code.startsWith('SQLITE_')) || !this.isOpen)
        void this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      if (!this.ended) this.setKeepsAlive(false);
    }
  }

  /** Kills the process, whatever it does; the promise is fulfilled when it is gone. */
  end(): Promise<void> {
    this.ended = true;
    this.setKeepsAlive(true);
    this.child.kill('SIGKILL');
    return this.exit;
  }

  /** Whether the event loop of this process waits for the reader: only during a read, and until an ended reader is gone. */
  private setKeepsAlive(keepsAlive: boolean): void {
    const method = keepsAlive ? 'ref' : 'unref';
    this.child[method]();
    this.child.channel?.[method]();
  }

  /** The next message of the process. */
  private answer(): Promise<Message> {
    const answer = new Promise<Message>((resolve, reject) => {
      this.waiting = { resolve, reject };
      if (this.ended) reject(readerEnded());
    });
    // It is awaited later, if at all.
    answer.catch(() => undefined);
    return answer;
  }

  private send(message: object): void {
    this.child.send(message, (error) => {
      if (error !== null) this.waiting?.reject(readerEnded());
    });
  }
}
