import { ArrayUnique, IsArray, IsBoolean, IsInt, IsObject, IsString } from 'class-validator';
import { EVENT_TYPES, type EntryOperation, type EventType } from '@content-service/events';
import { formatDateTime } from '@content-service/kernel';
import {
  type DeliveryAttempt,
  FORMATS,
  getCircuitState,
  ORDERINGS,
  PAYLOADS,
  SIGNATURE_SCHEMES,
  type SignatureScheme,
  VISIBILITIES,
  type WebhookCredentials,
  type WebhookDefinition,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookFormat,
  type WebhookHeaders,
  type WebhookOrdering,
  type WebhookPayload,
  type WebhookVisibility,
} from '@content-service/webhooks';
import { formatNullableTime, Nullable, OneOf, Optional } from '../protocol/dto.js';

export const ENTRY_OPERATIONS = ['create', 'update', 'delete'] as const satisfies readonly EntryOperation[];

/** Members common to both DTOs. */
abstract class WebhookDto {
  @Optional()
  @IsArray()
  @ArrayUnique()
  @OneOf(EVENT_TYPES.map(({ type }) => type), { each: true })
  readonly types?: readonly EventType[];
  @Optional() @IsArray() @ArrayUnique() @IsString({ each: true }) readonly resourceTypes?: readonly string[];
  @Optional()
  @IsArray()
  @ArrayUnique()
  @OneOf(ENTRY_OPERATIONS, { each: true })
  readonly operations?: readonly EntryOperation[];
  @Optional() @OneOf(VISIBILITIES) readonly visibility?: WebhookVisibility;
  @Optional() @OneOf(PAYLOADS) readonly payload?: WebhookPayload;
  @Optional() @OneOf(FORMATS) readonly format?: WebhookFormat;
  @Optional() @OneOf(ORDERINGS) readonly ordering?: WebhookOrdering;
  @Optional() @IsBoolean() readonly latestOnly?: boolean;
  @Optional() @IsBoolean() readonly includeDerived?: boolean;
  @Optional() @IsInt() readonly maxConcurrency?: number;
  @Nullable() @IsInt() readonly maxPerSecond?: number | null;
  @Optional() @IsBoolean() readonly enabled?: boolean;
  @Optional() @IsObject() readonly headers?: WebhookHeaders;
}

export class NewWebhookDto extends WebhookDto {
  @IsString() readonly label: string;
  @IsString() readonly url: string;
  @Optional() @OneOf(SIGNATURE_SCHEMES) readonly signature?: SignatureScheme;
}

export class ChangedWebhookDto extends WebhookDto {
  @Optional() @IsString() readonly label?: string;
  @Optional() @IsString() readonly url?: string;
}

/** Serializes an endpoint for the management API; of its headers the names only. */
export function serializeWebhook(
  { id, definition, owner, disabledReason, circuit, createdAt }: WebhookEndpoint,
  credentials: WebhookCredentials,
  now: number,
  replayFrom: string | undefined,
): object {
  return {
    id,
    ...pickDefinition(definition),
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

function pickDefinition(definition: WebhookDefinition): WebhookDefinition {
  const { label, url, types, resourceTypes, operations, visibility, payload, format } = definition;
  const { ordering, latestOnly, includeDerived = true, enabled } = definition;
  const { maxConcurrency, maxPerSecond = null } = definition;
  return {
    ...{ label, url, types, resourceTypes, operations, visibility, payload, format },
    ...{ ordering, latestOnly, includeDerived, maxConcurrency, maxPerSecond, enabled },
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
    startedAt: formatDateTime(attempt.startedAt),
    durationMs: attempt.durationMs,
    status: attempt.status ?? null,
    error: attempt.error ?? null,
    detail: attempt.detail ?? null,
    excerpt: attempt.excerpt ?? null,
  };
}
