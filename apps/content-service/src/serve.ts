import cluster from 'node:cluster';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type INestApplication, Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { formatBootstrapCredential } from './first-run/bootstrap-credential.js';
import type { Config } from './config/config.js';
import { createApp } from './create-app.js';
import { DemoContent } from './first-run/demo-content.js';
import { listen } from './http/listen.js';
import { WaitingServer } from './http/waiting-server.js';
import { MetricsServer } from './metrics/metrics-server.js';
import { Readiness } from './operations/readiness.js';
import { SiteBootstrap } from './first-run/site-bootstrap.js';

interface ServeOptions {
  readonly demo: boolean;
  /** Receives the credentials of the first start. */
  readonly output: Writable;
}

/** Starts the service. SIGTERM and SIGINT stop it. */
export async function serve(config: Config, { demo, output }: ServeOptions): Promise<void> {
  const app = await createWaitingApp(config);
  stopOnSignal(app, config);
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
async function createWaitingApp(config: Config): Promise<NestExpressApplication> {
  const waiting = new WaitingServer(config);
  // A worker that listens counts as started, so only a service of one process answers meanwhile.
  const onWait = (): Promise<void> => (cluster.isWorker ? Promise.resolve() : waiting.start());
  try {
    return await createApp(config, undefined, { onWait });
  } finally {
    await waiting.stop();
  }
}

/**
 * Graceful shutdown. The first signal makes the process unready (`/health/ready` is 503); after
 * SHUTDOWN_DELAY_SECONDS, in which proxies notice, it closes the listener and lets running requests finish. After
 * SHUTDOWN_TIMEOUT_SECONDS more, or at a second signal, the process exits with 1.
 */
function stopOnSignal(app: INestApplication, { shutdownDelayMs, shutdownTimeoutMs }: Config): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    app.get(Readiness).drain();
    await sleep(shutdownDelayMs);
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    await app.close();
    process.exit(0);
  };
  const stopOrExit = (): void => {
    stop().catch(() => process.exit(1));
  };
  process.on('SIGTERM', stopOrExit);
  if (cluster.isPrimary) process.on('SIGINT', stopOrExit);
  // A terminal sends SIGINT to workers as well; their supervisor stops them, and its end does too.
  else
    process
      .on('SIGINT', () => undefined)
      .on('disconnect', () => {
        if (!stopping) stopOrExit();
      });
}
