import type { JsonObject } from '@content-service/kernel';

/** The type of the event that a webhook is tried with. It is not in the log, so nothing selects it. */
export const TEST_EVENT_TYPE = 'webhook.test';

export const TEST_EVENT_SENTENCE = 'An actor tested a webhook; the event is not in the event log.';

const ID = { type: 'string', format: 'uuid', description: 'Another one at every test.' };

/** The document of a test: it is about no object, and has no place in the log. */
export const TEST_EVENT_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  description: TEST_EVENT_SENTENCE,
  type: 'object',
  required: ['type', 'timestamp', 'meta'],
  properties: {
    type: { const: TEST_EVENT_TYPE },
    timestamp: { type: 'integer', description: 'UNIX seconds of the test.' },
    meta: {
      type: 'object',
      required: ['event'],
      properties: { event: { type: 'object', required: ['id'], properties: { id: ID } } },
    },
  },
};

export function createTestEventDocument(id: string, timestamp: number): JsonObject {
  return { type: TEST_EVENT_TYPE, timestamp, meta: { event: { id } } };
}
