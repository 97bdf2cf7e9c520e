import { EVENT_CATALOGUE, type EventTypeDescription } from '@content-service/events';
import type { JsonObject } from '@content-service/kernel';
import { MANAGEMENT_TAG } from './management-operations.js';

const SIGNATURE_HEADERS = [
  {
    name: 'webhook-id',
    description: 'The same for all calls about an event, by which repeated ones are recognized.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    description: 'UNIX seconds of the call.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: 'webhook-signature',
    description: 'Signatures of id, timestamp and body, separated by spaces: `v1,…` or `v1a,…`.',
    schema: { type: 'string' },
  },
].map((header) => ({ ...header, in: 'header', required: true }));

/** The calls that registered webhooks get, one for each type of events (OpenAPI 3.1 «OpenAPI Object», `webhooks`). */
export const EVENT_WEBHOOKS: JsonObject = Object.fromEntries(
  EVENT_CATALOGUE.map((type) => [type.type, { post: toOperation(type) }]),
);

function toOperation({ type, sentence, schema, example }: EventTypeDescription): JsonObject {
  return {
    operationId: `receive.${type}`,
    tags: [MANAGEMENT_TAG],
    summary: sentence,
    description: 'A call of the URL of a webhook, signed as Standard Webhooks specifies.',
    security: [],
    parameters: SIGNATURE_HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'The event was delivered.' },
      410: { description: 'The webhook is disabled.' },
      429: { description: 'The call is repeated after the time of `Retry-After`.' },
      default: { description: 'The call is repeated.' },
    },
  };
}
