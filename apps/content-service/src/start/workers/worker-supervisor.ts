import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Message to a worker whose replacement has started: it ends when its requests are answered. */
export const REPLACED = 'replaced';

const RESTART_DELAY_MS = 1000;
const RESTART_DELAY_MAXIMUM_MS = 30_000;

/** Number of unexpected exits within the window that ends the service, so that its operator's supervisor notices. */
const EXITS_MAXIMUM = 5;
const EXITS_WINDOW_MS = 60_000;

/**
 * Keeps the worker processes of one service running (node:cluster); they share its port, and this process serves no
 * requests. Workers that exit are replaced, with a growing delay. SIGTERM and SIGINT stop all workers gracefully, a
 * second signal at once. SIGHUP replaces them one by one without refusing requests.
 */
export class WorkerSupervisor {
  private readonly exits: number[] = [];
  private readonly listening = new Set<Worker>();
  /** Replacing of workers, one after the other. */
  private rolling: Promise<void> = Promise.resolve();
  private readonly ending = new WeakMap<Worker, Promise<number | null>>();
  private isStopping = false;
  private end: (exitCode: number) => void = () => undefined;

  /** @param log the service's own */
  constructor(
    private readonly count: number,
    private readonly log: Logger,
  ) {}

  /** The workers that accept connections. */
  get serving(): ReadonlySet<Worker> {
    return this.listening;
  }

  /**
   * Starts the workers with the arguments of this process. The first starts alone: it sets up an empty database.
   *
   * @param prepare called before the others start, to change their arguments
   * @returns the exit code of the service, when all workers have ended
   */
  async run(prepare: () => void): Promise<number> {
    const ended = new Promise<number>((resolve) => {
      this.end = resolve;
    });
    process.on('SIGTERM', () => void this.stop(0)).on('SIGINT', () => void this.stop(0));
    process.on('SIGHUP', () => {
      this.rolling = this.rolling.then(() => this.replaceAll());
    });
    if (!(await this.startWorker())) return 1;
    prepare();
    await this.startMissing();
    return ended;
  }

  private async startMissing(): Promise<void> {
    const missing = Math.max(0, this.count - this.workers.length);
    await Promise.all(Array.from({ length: missing }, () => this.startWorker()));
  }

  /** Starts a worker unless the service stops. @returns whether it accepts connections */
  private async startWorker(): Promise<boolean> {
    if (this.isStopping) return false;
    const worker = cluster.fork();
    const exited = once(worker, 'exit') as Promise<[number | null, string | null]>;
    const isListening = await Promise.race([
      once(worker, 'listening').then(() => true),
      exited.then(() => false),
    ]);
    if (isListening) {
      this.listening.add(worker);
      this.log.info({ worker: worker.process.pid }, 'A worker has started.');
    }
    void exited.then(([code, signal]) => this.replaceExited(worker, isListening, signal ?? code));
    return isListening;
  }

  private async replaceExited(
    worker: Worker,
    hasListened: boolean,
    reason: number | string | null,
  ): Promise<void> {
    this.listening.delete(worker);
    if (this.isStopping || worker.exitedAfterDisconnect) return;
    const now = performance.now();
    this.exits.push(now);
    const recent = this.exits.filter((time) => now - time < EXITS_WINDOW_MS).length;
    this.log.error({ worker: worker.process.pid, reason }, 'A worker has exited.');
    // The first worker that does not start has said why.
    if (!hasListened && this.exits.length === 1 && this.workers.length === 0) return;
    if (recent >= EXITS_MAXIMUM) {
      this.log.fatal(`${recent} workers have exited within ${EXITS_WINDOW_MS / 1000} s.`);
      return this.stop(1);
    }
    await sleep(Math.min(RESTART_DELAY_MS * 2 ** (recent - 1), RESTART_DELAY_MAXIMUM_MS));
    await this.startMissing();
  }

  /** Starts the replacement of a worker before it ends the worker. A replacement that does not start ends the roll. */
  private async replaceAll(): Promise<void> {
    for (const worker of this.workers) {
      if (worker.isDead()) continue;
      if (!(await this.startWorker())) break;
      await this.endWorker(worker, () => {
        // Not `worker.disconnect`, which closes its idle connections at once. A worker that is starting hears no message yet.
        if (this.listening.has(worker)) worker.send(REPLACED, () => undefined);
        else worker.process.kill('SIGTERM');
      });
    }
    // Others may have exited meanwhile.
    await this.startMissing();
  }

  /** Stops all workers gracefully, or kills them when it is called again. @param exitCode of the service, when all workers exit with 0 */
  async stop(exitCode: number): Promise<void> {
    if (this.isStopping) {
      for (const worker of this.workers) worker.process.kill('SIGKILL');
      return;
    }
    this.isStopping = true;
    const codes = await Promise.all(
      this.workers.map((worker) => this.endWorker(worker, () => worker.process.kill('SIGTERM'))),
    );
    this.end(codes.every((code) => code === 0) ? exitCode : 1);
  }

  private get workers(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  }

  /** Ends a worker gracefully, unless it ends already. @returns its exit code; `null` after a signal */
  private endWorker(worker: Worker, begin: () => unknown): Promise<number | null> {
    const known = this.ending.get(worker);
    if (known !== undefined) return known;
    if (worker.isDead()) return Promise.resolve(worker.process.exitCode);
    worker.exitedAfterDisconnect = true;
    const exited = (once(worker, 'exit') as Promise<[number | null]>).then(([code]) => code);
    this.ending.set(worker, exited);
    begin();
    this.listening.delete(worker);
    return exited;
  }
}
