import type { Writable } from 'node:stream';
import { type INestApplication, Logger } from '@nestjs/common';
import type { Config } from './config.js';
import { createApp } from './create-app.js';
import { DemoContent } from './demo-content.js';
import { firstOneText } from './first-one.js';
import { FirstStart } from './first-start.js';
import { listen } from './listen.js';

/** How long running requests may take to end when the service is told to stop. */
const SHUTDOWN_LIMIT_MS = 10_000;

interface ServeOptions {
  readonly demo: boolean;
  /** Where the person at the first start reads. */
  readonly output: Writable;
}

/** Starts the service; it stops by signal. */
export async function serve(config: Config, { demo, output }: ServeOptions): Promise<void> {
  const app = await createApp(config);
  stopOnSignal(app);
  try {
    for await (const one of app.get(FirstStart).run()) output.write(firstOneText(one, config.baseUrl));
    if (demo) output.write(`${(await app.get(DemoContent).load()).text}\n`);
    await listen(app, config);
  } catch (error) {
    await app.close();
    throw error;
  }
  new Logger('serve').log(`Content is served at ${config.baseUrl}${config.jsonApiPrefix}`);
}

/**
 * At the first signal no new connection is taken and running requests end; after the limit, or at the second signal, the
 * process ends whatever is running.
 */
function stopOnSignal(app: INestApplication): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
