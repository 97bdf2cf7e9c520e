import { Logger, Module } from '@nestjs/common';
import { AccountService, AccountsModule } from '@content-service/accounts';
import { AuditModule, AuditTrail, SERVICE_CONTEXT } from '@content-service/audit';
import { BundlesModule, ContentModelService } from '@content-service/bundles';
import { EventConsumerStore, EventLog, registerConsumer } from '@content-service/events';
import { JobService } from '@content-service/jobs';
import { Clock, IdGenerator, provide } from '@content-service/kernel';
import { ClientStore } from '@content-service/oauth-clients';
import { OAuthOptions } from '@content-service/oauth-grants';
import {
  type DeliveryContext,
  type CircuitChange,
  deleteDeliveries,
  type DeliveryAttempt,
  formatAnswer,
  isLastAttempt,
  sendMessage,
  toMessageId,
  WEBHOOK_CONSUMER,
  WebhookDeliveryService,
  WebhookDeliveryStore,
  WebhookDispatcher,
  type WebhookEndpoint,
  WebhookEndpointStore,
  WebhookFanOut,
  WebhookReplayer,
  WebhookReplayService,
  WebhookSecretSealer,
  WebhookSender,
  WebhookService,
} from '@content-service/webhooks';
import { Config } from '../../platform/config/config.js';
import { ConsumerHost, PROCESS_NAME } from '../events/consumer-lifecycle.js';
import { EventsModule } from '../events/events.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Failure } from '../../platform/log/outage-log.js';
import {
  createEventDocumentContext,
  serializeEvent,
  serializeTestEvent,
} from '../../platform/events/event-document.js';
import { HttpWebhookSender } from './http-webhook-sender.js';
import { createWebhookConsumer, WEBHOOK_LIFECYCLE } from './webhook-consumer.js';
import { findOwnerScopes } from './webhook-owner.js';

/** Injection token of the `DeliveryContext`. */
const DELIVERY_CONTEXT = Symbol('DELIVERY_CONTEXT');

/** How often deliveries are looked for that other processes created, or that are due for a retry. */
const POLL_MS = 1000;
/** Added to the time limit of a call: what the statements around it may take. */
const LEASE_MARGIN_SECONDS = 15;

function createDeliveryContext(
  config: Config,
  log: EventLog,
  sealer: WebhookSecretSealer,
  ids: IdGenerator,
  clock: Clock,
  accounts: AccountService,
  clients: ClientStore,
  models: ContentModelService,
  sender: WebhookSender,
): DeliveryContext {
  const { webhooks } = config;
  return {
    ...{ log, sealer, ids, clock, sender, schedule: webhooks.retrySchedule },
    ...{ userAgent: 'content-service', random: Math.random },
    findScopes: (owner) => findOwnerScopes(owner, { accounts, clients }),
    serialize: (event, options) =>
      serializeEvent(
        event,
        options,
        createEventDocumentContext(config, models.current(), webhooks.maxPayloadBytes),
      ),
  };
}

function createFanOut(
  log: EventLog,
  consumers: EventConsumerStore,
  endpoints: WebhookEndpointStore,
  deliveries: WebhookDeliveryStore,
  ids: IdGenerator,
  clock: Clock,
  trail: AuditTrail,
  { eventGaps }: Metrics,
): WebhookFanOut {
  const logger = new Logger('Webhooks');
  return new WebhookFanOut(log, consumers, endpoints, deliveries, ids, clock, {
    createEvents: ({ after, before }) => [
      trail.createEvent('webhook.gap', SERVICE_CONTEXT, WEBHOOK_CONSUMER, { after, before }),
    ],
    onStored: ({ after, before }, events) => {
      logger.error(
        `Webhooks do not get the events ${after + 1} to ${before - 1}, which were deleted before their deliveries were created.`,
      );
      eventGaps.inc({ consumer: WEBHOOK_CONSUMER });
      trail.forward(events);
    },
  });
}

function createDispatcher(
  deliveries: WebhookDeliveryStore,
  context: DeliveryContext,
  trail: AuditTrail,
  { webhookDeliveries, webhookDeadDeliveries }: Metrics,
  { webhooks }: Config,
): WebhookDispatcher {
  const logger = new Logger('Webhooks');
  return new WebhookDispatcher(deliveries, context, {
    concurrency: webhooks.concurrency,
    leaseSeconds: Math.ceil(webhooks.timeoutMs / 1000) + LEASE_MARGIN_SECONDS,
    pollMs: POLL_MS,
    onResult: (result, { id: webhook }) => {
      webhookDeliveries.inc({ outcome: result.kind });
      // Known series start at 0.
      webhookDeadDeliveries.inc({ webhook }, isLastAttempt(result) ? 1 : 0);
    },
    onCircuit: (endpoint, change, last) => {
      logger.warn(formatCircuitChange(endpoint, change, last));
    },
    createDisablingEvents: ({ id, definition: { label } }, reason) => [
      trail.createEvent('webhook.disabled', SERVICE_CONTEXT, id, { label, reason }),
    ],
    onDisabled: ({ id, definition: { label } }, reason, events) => {
      logger.warn(`The webhook ${id} (${label}) was disabled: ${reason}`);
      trail.forward(events);
    },
    onError: (error) => {
      logger.warn(new Failure('A delivery could not be made', error));
    },
  });
}

function formatCircuitChange(
  { id, definition: { label }, circuit: { failures } }: WebhookEndpoint,
  change: CircuitChange,
  last: DeliveryAttempt | undefined,
): string {
  const answer = last === undefined ? '' : `, ${formatAnswer(last)}`;
  return change === 'opened'
    ? `The webhook ${id} (${label}) is not called for the time being, except to probe it: ${failures} failures in a row${answer}.`
    : `The webhook ${id} (${label}) is called again${answer}.`;
}

function createService(
  endpoints: WebhookEndpointStore,
  consumers: EventConsumerStore,
  context: DeliveryContext,
  trail: AuditTrail,
  jobs: JobService,
  { baseUrl, jsonApiPrefix: prefix, webhooks: { allowHttp, allowedNetworks } }: Config,
): WebhookService {
  const { sealer, ids, clock } = context;
  return new WebhookService(endpoints, sealer, ids, clock, trail, {
    urlPolicy: { allowHttp, allowedNetworks, ownOrigin: new URL(baseUrl).origin },
    findNewestPosition: async () => {
      // Where no worker has run yet, the first one must not begin behind the events that the endpoint gets.
      await registerConsumer(consumers, WEBHOOK_CONSUMER, PROCESS_NAME);
      return (await context.log.bounds()).newest;
    },
    sendTest: async (endpoint) => {
      const id = ids.next();
      const test = serializeTestEvent({ id, now: clock.now() }, endpoint.definition, { baseUrl, prefix });
      const message = { id: toMessageId(id), ...test };
      const { attempt, headers } = await sendMessage(endpoint, message, context);
      return { attempt, request: { headers, body: test.body } };
    },
    onDeleted: async (id, actorContext) => {
      await jobs.queue(deleteDeliveries(id), actorContext);
    },
  });
}

/** Webhooks of this process: deliveries are created from the event log, and attempted. */
@Module({
  imports: [AccountsModule, AuditModule, BundlesModule, EventsModule, JobsModule],
  providers: [
    provide(WebhookSecretSealer, [OAuthOptions]),
    {
      provide: WebhookSender,
      inject: [Config],
      useFactory: ({ webhooks, port }: Config) => new HttpWebhookSender({ ...webhooks, ownPort: port }),
    },
    {
      provide: DELIVERY_CONTEXT,
      inject: [
        ...[Config, EventLog, WebhookSecretSealer, IdGenerator, Clock],
        ...[AccountService, ClientStore, ContentModelService, WebhookSender],
      ],
      useFactory: createDeliveryContext,
    },
    {
      provide: WebhookFanOut,
      inject: [
        ...[EventLog, EventConsumerStore, WebhookEndpointStore, WebhookDeliveryStore],
        ...[IdGenerator, Clock, AuditTrail, Metrics],
      ],
      useFactory: createFanOut,
    },
    {
      provide: WebhookDispatcher,
      inject: [WebhookDeliveryStore, DELIVERY_CONTEXT, AuditTrail, Metrics, Config],
      useFactory: createDispatcher,
    },
    {
      provide: WebhookService,
      inject: [WebhookEndpointStore, EventConsumerStore, DELIVERY_CONTEXT, AuditTrail, JobService, Config],
      useFactory: createService,
    },
    {
      provide: WebhookDeliveryService,
      inject: [WebhookService, WebhookDeliveryStore, DELIVERY_CONTEXT, AuditTrail, WebhookDispatcher],
      useFactory: (
        webhooks: WebhookService,
        deliveries: WebhookDeliveryStore,
        context: DeliveryContext,
        trail: AuditTrail,
        dispatcher: WebhookDispatcher,
      ) =>
        new WebhookDeliveryService(webhooks, deliveries, context, trail, () => {
          dispatcher.wake();
        }),
    },
    {
      provide: WebhookReplayService,
      inject: [WebhookService, WebhookReplayer, JobService, AuditTrail, Config],
      useFactory: (
        webhooks: WebhookService,
        replay: WebhookReplayer,
        jobs: JobService,
        trail: AuditTrail,
        { events }: Config,
      ) => new WebhookReplayService(webhooks, replay, jobs, trail, events.enabled),
    },
    {
      provide: WEBHOOK_LIFECYCLE,
      inject: [ConsumerHost, WebhookFanOut, WebhookDispatcher, WebhookService, Config],
      useFactory: createWebhookConsumer,
    },
  ],
  exports: [WebhookReplayService, WebhookDeliveryService, WebhookService],
})
export class WebhooksModule {}
