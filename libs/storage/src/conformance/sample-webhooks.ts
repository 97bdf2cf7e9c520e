import assert from 'node:assert/strict';
import type { AuditLinesOf } from '@content-service/audit';
import { generateSecret } from '@content-service/kernel';
import {
  type ClaimedDelivery,
  CLOSED_CIRCUIT,
  type DeliveryAttempt,
  createDelivery,
  type DeliveryClaim,
  type DeliveryExchange,
  type DeliveryResult,
  type SentRequest,
  type WebhookDefinition,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@content-service/webhooks';
import type { Storage } from '../storage.js';
import { newId } from './sample.js';

export const NOW = 1_700_000_000;

const DEFINITION: WebhookDefinition = {
  label: 'Search index',
  url: 'https://example.com/hook',
  types: ['entry.published'],
  resourceTypes: ['node--article'],
  operations: [],
  visibility: 'public',
  payload: 'full',
  format: 'json',
  ordering: 'entry',
  latestOnly: false,
  maxConcurrency: 4,
  enabled: true,
};

export function createSampleEndpoint(definition: Partial<WebhookDefinition> = {}): WebhookEndpoint {
  return {
    id: newId(),
    definition: { ...DEFINITION, ...definition },
    owner: { kind: 'user', userId: newId(), clientId: 'app' },
    sealedSecrets: 'v1$secrets',
    sealedHeaders: 'v1$headers',
    circuit: CLOSED_CIRCUIT,
    createdAt: NOW,
    startPosition: 0,
    version: 1,
  };
}

const SENT_REQUEST: SentRequest = {
  headers: [{ name: 'Authorization' }, { name: 'Content-Type', value: 'application/json' }],
  options: { payload: 'full', format: 'json', visibility: 'public', disclosure: 'identity', isReplay: false },
  digest: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
};

export function createSampleAttempt(attempt: Partial<DeliveryAttempt> = {}): DeliveryAttempt {
  return {
    id: newId(),
    startedAt: NOW,
    durationMs: 12,
    status: 500,
    excerpt: 'out of order – ü',
    request: SENT_REQUEST,
    ...attempt,
  };
}

export function createSuccess(): DeliveryResult {
  return { kind: 'delivered', attempt: createSampleAttempt({ status: 200 }) };
}

/** @param nextAttemptAt `undefined` after the last attempt */
export function createFailure(nextAttemptAt: number | undefined): DeliveryResult {
  return { kind: 'failed', attempt: createSampleAttempt(), nextAttemptAt, failures: 1 };
}

/** Endpoints and deliveries of the tests. Each test has an endpoint of its own. */
export class SampleWebhooks {
  constructor(private readonly storage: () => Storage) {}

  readonly addEndpoint = async (definition: Partial<WebhookDefinition> = {}): Promise<WebhookEndpoint> => {
    const endpoint = createSampleEndpoint(definition);
    await this.storage().webhookEndpoints.add(endpoint);
    return endpoint;
  };

  /** @param position of the event; the deliveries of a subject are made in its order */
  readonly addDelivery = async (
    endpointId: string,
    position = 1,
    subject = { type: 'node--article', id: newId() },
    now = NOW,
  ): Promise<WebhookDelivery> => {
    const event = { id: newId(), type: 'entry.published', position, subject } as const;
    const delivery = createDelivery(newId(), endpointId, event, now);
    await this.storage().webhookDeliveries.add([delivery]);
    return delivery;
  };

  readonly claim = async (
    endpointId: string,
    { seconds = 60, ...options }: Partial<DeliveryClaim> & { seconds?: number } = {},
  ): Promise<readonly ClaimedDelivery[]> => {
    const lease = { token: generateSecret(), seconds };
    const claim = { endpointId, now: NOW, lease, limit: 100, ...options };
    return (await this.storage().webhookDeliveries.exchange([], claim)).claimed;
  };

  /** Stores the result of a claim. @returns `undefined` when it was not stored */
  readonly finish = async (
    claimed: ClaimedDelivery,
    result: DeliveryResult,
    now: number,
    auditLines?: AuditLinesOf<DeliveryExchange>,
  ): Promise<Pick<DeliveryExchange, 'disabled' | 'circuit'> | undefined> => {
    const { delivery, lease } = claimed;
    const { stored, disabled, circuit } = await this.storage().webhookDeliveries.exchange(
      [{ claimed, result }],
      { endpointId: delivery.endpointId, now, lease, limit: 0 },
      auditLines,
    );
    return stored.length === 0 ? undefined : { disabled, circuit };
  };

  readonly claimOne = async (
    endpointId: string,
    options?: Partial<DeliveryClaim>,
  ): Promise<ClaimedDelivery> => {
    const [claimed, ...others] = await this.claim(endpointId, options);
    assert.ok(claimed !== undefined && others.length === 0);
    return claimed;
  };

  readonly getDelivery = async (id: string): Promise<WebhookDelivery> => {
    const found = await this.storage().webhookDeliveries.find(id);
    assert.ok(found !== undefined);
    return found.delivery;
  };

  readonly getEndpoint = async (id: string): Promise<WebhookEndpoint> => {
    const found = await this.storage().webhookEndpoints.find(id);
    assert.ok(found !== undefined);
    return found;
  };
}

/** The ids of claimed deliveries, in alphabetical order. */
export function idsOf(claimed: readonly ClaimedDelivery[]): readonly string[] {
  return claimed.map(({ delivery }) => delivery.id).sort();
}

/** Without members that are `undefined`. */
export function compact(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
