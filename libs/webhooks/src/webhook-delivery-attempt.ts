import type { AuditActor } from '@content-service/audit';
import type { EventLog, LoggedEvent } from '@content-service/events';
import type { Clock, IdGenerator } from '@content-service/kernel';
import type { ScopeSet } from '@content-service/scopes';
import { classifyResponse, type WebhookResponse } from './attempt-outcome.js';
import { findNextAttempt, type RetrySchedule } from './retry-schedule.js';
import { type BodyOptions, computeBodyDigest, listSentHeaders, type SentHeader } from './sent-request.js';
import { signWebhook, toMessageId } from './signature.js';
import type { DeliveryAttempt, WebhookDelivery } from './webhook-delivery.js';
import type { DeliveryResult } from './webhook-delivery.store.js';
import { decideDisclosure, type WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookSecretSealer } from './webhook-secrets.js';
import type { WebhookSender } from './webhook-sender.js';

/** What an attempt needs of the rest of the service. */
export interface DeliveryContext {
  readonly log: EventLog;
  readonly sender: WebhookSender;
  readonly sealer: WebhookSecretSealer;
  readonly ids: IdGenerator;
  readonly clock: Clock;
  readonly schedule: RetrySchedule;
  /** The header `User-Agent`, such as `content-service`. */
  readonly userAgent: string;
  /** From 0 to 1, for the jitter of retries. */
  readonly random: () => number;
  /** The present scopes of the owner of an endpoint; `undefined` when it was deleted or disabled. */
  readonly findScopes: (owner: AuditActor) => Promise<ScopeSet | undefined>;
  /** The body of a delivery and its media type. */
  readonly serialize: (
    event: LoggedEvent,
    options: BodyOptions,
  ) => { readonly contentType: string; readonly body: string };
}

/** What attempts that begin at the same moment have in common. */
export interface DeliveryTarget {
  readonly endpoint: WebhookEndpoint;
  /** The events of the deliveries; expired ones are absent. */
  readonly events: Promise<readonly LoggedEvent[]>;
  /** What the owner may do at this moment. */
  readonly ownerScopes: ReturnType<DeliveryContext['findScopes']>;
}

/**
 * Makes one attempt at a delivery, unless there is nothing (any more) that the endpoint may get.
 *
 * @param delivery claimed by this process; `attempts` counts this attempt
 * @throws KeySecretMismatch, and errors of the stores
 */
export async function attemptDelivery(
  delivery: WebhookDelivery,
  { endpoint, events, ownerScopes }: DeliveryTarget,
  context: DeliveryContext,
): Promise<DeliveryResult> {
  const { serialize } = context;
  const [found, scopes] = await Promise.all([events, ownerScopes]);
  const event = found.find(({ id }) => id === delivery.eventId);
  if (event === undefined) return { kind: 'skipped', reason: 'event_expired' };
  const { definition } = endpoint;
  const disclosure = decideDisclosure(definition.visibility, event, scopes);
  if (disclosure === 'none') return { kind: 'skipped', reason: 'visibility' };
  const { payload, format, visibility } = definition;
  const isReplay = delivery.replayJobId !== undefined;
  const options = { payload, format, visibility, disclosure, isReplay };
  const message = { id: toMessageId(event.id), ...serialize(event, options) };
  const { response, attempt, headers } = await sendMessage(endpoint, message, context);
  const request = { headers, options, digest: computeBodyDigest(message.body) };
  return toResult(response, { ...attempt, request }, delivery, context);
}

/** What is sent to an endpoint. */
export interface WebhookMessage {
  /** `webhook-id` */
  readonly id: string;
  readonly contentType: string;
  readonly body: string;
}

/** Signs a message and sends it once. @throws KeySecretMismatch */
export async function sendMessage(
  endpoint: WebhookEndpoint,
  { id, contentType, body }: WebhookMessage,
  {
    sender,
    sealer,
    ids,
    clock,
    userAgent,
  }: Pick<DeliveryContext, 'sender' | 'sealer' | 'ids' | 'clock' | 'userAgent'>,
): Promise<{
  readonly response: WebhookResponse;
  readonly attempt: DeliveryAttempt;
  /** As they were sent, without secrets. */
  readonly headers: readonly SentHeader[];
}> {
  const { secrets, headers: configured } = sealer.unseal(endpoint);
  const startedAt = clock.now();
  const started = performance.now();
  const own = {
    'Content-Type': contentType,
    'User-Agent': userAgent,
    'Idempotency-Key': id,
    ...signWebhook({ id, timestamp: startedAt, body }, secrets),
  };
  const response = await sender.send({
    url: endpoint.definition.url,
    headers: { ...configured, ...own },
    body,
  });
  const durationMs = Math.round(performance.now() - started);
  const attempt = { id: ids.next(), startedAt, durationMs, ...toAttemptMembers(response) };
  return { response, attempt, headers: listSentHeaders(configured, own) };
}

function toAttemptMembers(
  response: WebhookResponse,
): Pick<DeliveryAttempt, 'status' | 'error' | 'detail' | 'excerpt'> {
  if ('error' in response) return { error: response.error, detail: response.detail };
  return { status: response.status, excerpt: response.excerpt };
}

function toResult(
  response: WebhookResponse,
  attempt: DeliveryAttempt,
  { attempts }: WebhookDelivery,
  { clock, schedule, random }: DeliveryContext,
): DeliveryResult {
  const now = clock.now();
  const outcome = classifyResponse(response, now);
  if (outcome.kind !== 'failed') return { kind: outcome.kind, attempt };
  const { failures, retryAfterSeconds } = outcome;
  const failed = { attempts, failedAt: now, retryAfterSeconds };
  return { kind: 'failed', attempt, failures, nextAttemptAt: findNextAttempt(schedule, failed, random()) };
}
