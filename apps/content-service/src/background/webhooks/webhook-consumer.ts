import { Logger } from '@nestjs/common';
import {
  type WebhookDispatcher,
  type WebhookFanOut,
  type WebhookService,
  WEBHOOK_CONSUMER,
} from '@content-service/webhooks';
import type { Config } from '../../platform/config/config.js';
import { type ConsumerHost, ConsumerLifecycle, type OpenConsumer } from '../events/consumer-lifecycle.js';
import { Failure } from '../../platform/log/outage-log.js';

/** Parts of SHUTDOWN_TIMEOUT_SECONDS: connections are drained before, and the database is closed after the last attempt. */
const RESERVED_MS = 4000;
const MINIMUM_MS = 2000;

const LOG_CONTEXT = 'Webhooks';

/** Injection token of the `ConsumerLifecycle` that creates and makes deliveries. */
export const WEBHOOK_LIFECYCLE = Symbol('WEBHOOK_LIFECYCLE');

/** Creates deliveries in the process that has the lease, and makes them in every service. */
export function createWebhookConsumer(
  host: ConsumerHost,
  fanOut: WebhookFanOut,
  dispatcher: WebhookDispatcher,
  webhooks: WebhookService,
  config: Config,
): ConsumerLifecycle {
  const open = async (): Promise<OpenConsumer> => {
    if (config.previousKeySecret !== undefined) await resealSecrets(webhooks);
    dispatcher.start();
    return {
      task: async (held) => {
        const position = await fanOut.process(held);
        if (position !== held.position) dispatcher.wake();
        return position;
      },
      close: () => dispatcher.stop(Math.max(config.shutdownTimeoutMs - RESERVED_MS, MINIMUM_MS)),
    };
  };
  return new ConsumerLifecycle(host, {
    name: WEBHOOK_CONSUMER,
    logContext: LOG_CONTEXT,
    failure: 'Deliveries could not be created',
    open,
  });
}

/** A secret that cannot be opened affects its endpoint, not the service. */
async function resealSecrets(webhooks: WebhookService): Promise<void> {
  try {
    await webhooks.resealSecrets();
  } catch (error) {
    new Logger(LOG_CONTEXT).error(new Failure('Secrets of webhooks could not be sealed again', error));
  }
}
