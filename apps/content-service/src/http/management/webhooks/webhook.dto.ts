import { formatDateTime, type NewOf, pickMembers } from '@content-service/kernel';
import {
  CHANGED_WEBHOOK_MEMBERS,
  type DeliveryAttempt,
  getCircuitState,
  NEW_WEBHOOK_MEMBERS,
  type ShownAttempt,
  WEBHOOK_MEMBERS,
  WEBHOOK_ROTATION_MEMBERS,
  type WebhookChange,
  type WebhookCredentials,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@content-service/webhooks';
import { formatNullableTime } from '../protocol/dto.js';
import { createChangeDto, createNewDto } from '../protocol/member-dto.js';

export const NewWebhookDto = createNewDto(NEW_WEBHOOK_MEMBERS);
export type NewWebhookDto = NewOf<typeof NEW_WEBHOOK_MEMBERS>;

export const ChangedWebhookDto = createChangeDto(CHANGED_WEBHOOK_MEMBERS);
export type ChangedWebhookDto = WebhookChange;

export const WebhookRotationDto = createNewDto(WEBHOOK_ROTATION_MEMBERS);
export type WebhookRotationDto = NewOf<typeof WEBHOOK_ROTATION_MEMBERS>;

/** Serializes an endpoint for the management API; of its headers the names only. */
export function serializeWebhook(
  { id, definition, owner, disabledReason, circuit, createdAt }: WebhookEndpoint,
  credentials: WebhookCredentials,
  now: number,
  replayFrom: string | undefined,
): object {
  return {
    id,
    ...pickMembers(WEBHOOK_MEMBERS, definition),
    headerNames: credentials.headerNames,
    signature: credentials.signature,
    publicKey: credentials.publicKey ?? null,
    previousSecretUntil: formatNullableTime(credentials.previousSecretUntil),
    owner: { kind: owner.kind, userId: owner.userId ?? null, clientId: owner.clientId ?? null },
    disabledReason: disabledReason ?? null,
    replayFrom: replayFrom ?? null,
    circuit: {
      state: getCircuitState(circuit, now),
      failures: circuit.failures,
      failingSince: formatNullableTime(circuit.failingSince),
      openUntil: formatNullableTime(circuit.openUntil),
    },
    createdAt: formatDateTime(createdAt),
  };
}

export function serializeDelivery(delivery: WebhookDelivery): object {
  const { id, eventId, eventType, subject, state, attempts } = delivery;
  return {
    ...{ id, eventId, type: eventType, subject, state, attempts },
    skipReason: delivery.skipReason ?? null,
    nextAttemptAt: state === 'pending' ? formatDateTime(delivery.nextAttemptAt) : null,
    lastStatus: delivery.lastStatus ?? null,
    lastError: delivery.lastError ?? null,
    createdAt: formatDateTime(delivery.createdAt),
    endedAt: formatNullableTime(delivery.endedAt),
    replayJobId: delivery.replayJobId ?? null,
  };
}

export function serializeAttempt(attempt: DeliveryAttempt): object {
  return {
    id: attempt.id,
    startedAt: formatDateTime(attempt.startedAt),
    durationMs: attempt.durationMs,
    status: attempt.status ?? null,
    error: attempt.error ?? null,
    detail: attempt.detail ?? null,
    excerpt: attempt.excerpt ?? null,
  };
}

/** Serializes an attempt with what it sent; headers that an administrator has set have no value. */
export function serializeShownAttempt({ attempt, request }: ShownAttempt): object {
  const shown = request && {
    headers: request.headers.map(({ name, value = null }) => ({ name, value })),
    body: request.body ?? null,
  };
  return { ...serializeAttempt(attempt), request: shown ?? null };
}
