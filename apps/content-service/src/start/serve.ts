import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger as PinoLogger } from 'pino';
import { closeAfterFailure } from './bootstrap/close-after-failure.js';
import { formatLocation } from './bootstrap/database-location.js';
import { formatBootstrapCredential } from './first-run/bootstrap-credential.js';
import { formatHostForUrl } from '../platform/config/base-url.js';
import type { Config } from '../platform/config/config.js';
import { createApp } from './create-app.js';
import { DemoContent } from './first-run/demo-content.js';
import type { HttpAdapter } from '../http/server/http-adapter.js';
import { listen } from '../http/server/listen.js';
import { WaitingServer } from '../http/server/waiting-server.js';
import { MetricsServer } from './telemetry/metrics-server.js';
import { createLog } from '../platform/log/log.js';
import { FileStoreHealth } from '../platform/files/file-store-health.js';
import { Readiness } from '../platform/health/readiness.js';
import { endOnUncaughtErrors } from '../platform/log/uncaught-errors.js';
import { SiteBootstrap } from './first-run/site-bootstrap.js';
import { REPLACED } from './workers/worker-supervisor.js';

interface ServeOptions {
  readonly demo: boolean;
  /** Receives the credentials of the first start. */
  readonly output: Writable;
}

/** After an error that was not caught, running requests get this long to finish at most. */
const SHUTDOWN_AFTER_ERROR_MS = 5000;

/**
 * A connection that its client has not used for so long is closed when the process ends. Clients that use theirs more often
 * learn from a response that it ends.
 */
const IDLE_MS = 2000;

/** Starts the service. SIGTERM and SIGINT stop it, and so does an error that was not caught. */
export async function serve(config: Config, { demo, output }: ServeOptions): Promise<void> {
  const log = createLog(config.logLevel, 'out');
  if (!cluster.isWorker) for (const { sentence } of config.retiredVariables) log.warn(sentence);
  let shutdown: Shutdown | undefined;
  const ignoreErrors = endOnUncaughtErrors(log, () => {
    if (shutdown === undefined) process.exit(1);
    shutdown.beginAfterError();
  });
  try {
    const app = await createWaitingApp(config, log);
    shutdown = new Shutdown(app, config);
    shutdown.beginOnSignal();
    await startServing(app, config, { demo, output });
  } catch (error) {
    ignoreErrors();
    throw error;
  }
}

/**
 * Makes the first start's credentials if it is the first, loads the demo content if it is wanted, and listens.
 *
 * @throws Error why it cannot, after it has closed the application
 */
export async function startServing(
  app: NestExpressApplication,
  config: Config,
  { demo, output }: ServeOptions,
): Promise<void> {
  try {
    for await (const credential of app.get(SiteBootstrap).run())
      output.write(formatBootstrapCredential(credential, config.baseUrl));
    if (demo) output.write(`${(await app.get(DemoContent).load()).text}\n`);
    await app.get(MetricsServer).start();
    // Without waiting: a place that does not answer delays no start.
    void app.get(FileStoreHealth, { strict: false }).warn();
    await listen(app, config);
  } catch (error) {
    await closeAfterFailure(app);
    throw error;
  }
  const { host, baseUrl, jsonApiPrefix } = config;
  const { port } = app.getHttpServer().address() as AddressInfo;
  new Logger('serve').log(
    `Content of ${formatLocation(config)} is served at ${baseUrl}${jsonApiPrefix}; ` +
      `this process listens on ${formatHostForUrl(host) ?? host}:${port}`,
  );
  if (config.roles.api && jsonApiPrefix === '/api')
    new Logger('serve').log(`The administration is at ${baseUrl}/admin`);
  if (config.previousKeySecret !== undefined)
    new Logger('serve').log(
      'The signing keys are sealed with KEY_SECRET. KEY_SECRET_PREVIOUS can be removed when every process has started with it.',
    );
}

/** Creates the application; while it waits for the database, its port answers 503. */
async function createWaitingApp(config: Config, log: PinoLogger): Promise<NestExpressApplication> {
  const waiting = new WaitingServer(config);
  // A worker that listens counts as started, so only a service of one process answers meanwhile.
  const onWait = (): Promise<void> => (cluster.isWorker ? Promise.resolve() : waiting.start());
  try {
    return await createApp(config, undefined, { onWait, log });
  } finally {
    await waiting.stop();
  }
}

interface ShutdownOptions {
  readonly delayMs: number;
  readonly timeoutMs: number;
  readonly exitCode: number;
}

/**
 * Graceful shutdown. It makes the process unready (`/health/ready` is 503), and every response the last of its connection;
 * after SHUTDOWN_DELAY_SECONDS, in which proxies notice, it closes the listener, drains the connections and lets running
 * requests finish. After SHUTDOWN_TIMEOUT_SECONDS more the process exits with 1, as it does at once when the shutdown is
 * begun a second time.
 */
class Shutdown {
  private isBegun = false;

  constructor(
    private readonly app: NestExpressApplication,
    private readonly config: Pick<Config, 'shutdownDelayMs' | 'shutdownTimeoutMs'>,
  ) {}

  beginOnSignal(): void {
    const { shutdownDelayMs, shutdownTimeoutMs: timeoutMs } = this.config;
    const begin = (delayMs = shutdownDelayMs): void => {
      this.begin({ delayMs, timeoutMs, exitCode: 0 });
    };
    process.on('SIGTERM', () => {
      begin();
    });
    if (cluster.isPrimary)
      process.on('SIGINT', () => {
        begin();
      });
    else this.beginWithSupervisor(begin);
  }

  /** A terminal, and a service manager that signals all processes, send SIGINT and SIGHUP to workers as well as to their supervisor. */
  private beginWithSupervisor(begin: (delayMs?: number) => void): void {
    process
      .on('SIGINT', () => undefined)
      .on('SIGHUP', () => undefined)
      .on('message', (message) => {
        // No proxy has to notice: the other workers accept the connections.
        if (message === REPLACED) begin(0);
      })
      .on('disconnect', () => {
        if (!this.isBegun) begin();
      });
  }

  /** Without the delay and with less time, since the process may not work correctly any more. */
  beginAfterError(): void {
    const timeoutMs = Math.min(this.config.shutdownTimeoutMs, SHUTDOWN_AFTER_ERROR_MS);
    this.begin({ delayMs: 0, timeoutMs, exitCode: 1 });
  }

  private begin(options: ShutdownOptions): void {
    if (this.isBegun) process.exit(1);
    this.isBegun = true;
    this.run(options).catch(() => process.exit(1));
  }

  private async run({ delayMs, timeoutMs, exitCode }: ShutdownOptions): Promise<void> {
    const adapter = this.app.getHttpAdapter() as unknown as HttpAdapter;
    this.app.get(Readiness).drain();
    adapter.announceEnd();
    await sleep(delayMs);
    setTimeout(() => process.exit(1), timeoutMs).unref();
    await adapter.drain(Math.min(IDLE_MS, timeoutMs / 2));
    await this.app.close();
    process.exit(exitCode);
  }
}
