import cluster from 'node:cluster';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type INestApplication, Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger as PinoLogger } from 'pino';
import { formatBootstrapCredential } from './first-run/bootstrap-credential.js';
import type { Config } from './config/config.js';
import { createApp } from './create-app.js';
import { DemoContent } from './first-run/demo-content.js';
import { listen } from './http/listen.js';
import { WaitingServer } from './http/waiting-server.js';
import { MetricsServer } from './metrics/metrics-server.js';
import { createLog } from './operations/log.js';
import { Readiness } from './operations/readiness.js';
import { endOnUncaughtErrors } from './operations/uncaught-errors.js';
import { SiteBootstrap } from './first-run/site-bootstrap.js';

interface ServeOptions {
  readonly demo: boolean;
  /** Receives the credentials of the first start. */
  readonly output: Writable;
}

/** After an error that was not caught, running requests get this long to finish at most. */
const SHUTDOWN_AFTER_ERROR_MS = 5000;

/** Starts the service. SIGTERM and SIGINT stop it, and so does an error that was not caught. */
export async function serve(config: Config, { demo, output }: ServeOptions): Promise<void> {
  const log = createLog(config.logLevel, 'out');
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
    await listen(app, config);
  } catch (error) {
    await app.close();
    throw error;
  }
  new Logger('serve').log(`Content is served at ${config.baseUrl}${config.jsonApiPrefix}`);
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
 * Graceful shutdown. It makes the process unready (`/health/ready` is 503); after SHUTDOWN_DELAY_SECONDS, in which proxies
 * notice, it closes the listener and lets running requests finish. After SHUTDOWN_TIMEOUT_SECONDS more the process exits
 * with 1, as it does at once when the shutdown is begun a second time.
 */
class Shutdown {
  private isBegun = false;

  constructor(
    private readonly app: INestApplication,
    private readonly config: Pick<Config, 'shutdownDelayMs' | 'shutdownTimeoutMs'>,
  ) {}

  beginOnSignal(): void {
    const { shutdownDelayMs: delayMs, shutdownTimeoutMs: timeoutMs } = this.config;
    const begin = (): void => {
      this.begin({ delayMs, timeoutMs, exitCode: 0 });
    };
    process.on('SIGTERM', begin);
    if (cluster.isPrimary) process.on('SIGINT', begin);
    // A terminal sends SIGINT to workers as well; their supervisor stops them, and its end does too.
    else
      process
        .on('SIGINT', () => undefined)
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
    this.app.get(Readiness).drain();
    await sleep(delayMs);
    setTimeout(() => process.exit(1), timeoutMs).unref();
    await this.app.close();
    process.exit(exitCode);
  }
}
