import { getOwn, type JsonObject } from '@content-service/kernel';

/** What the documents of a type of events depend on. */
export interface EventTypeFacts {
  /** When the event occurs, for display. */
  readonly sentence: string;
  readonly operation: 'create' | 'update' | 'delete';
}

const FLAGS = { before: { type: 'boolean' }, after: { type: 'boolean' } };

const EXAMPLE_PUBLISHED: Readonly<Record<string, JsonObject>> = {
  'entry.created': { before: false, after: true },
  'entry.published': { before: false, after: true },
  'entry.unpublished': { before: true, after: false },
  'entry.deleted': { before: true, after: false },
};

/**
 * The document of an event: the resource object of the entry, as of the change, and facts about the change. A document
 * without attributes and relationships says `truncated`: they were too large, or are not for the receiver.
 */
export function createEventSchema(type: string, { sentence, operation }: EventTypeFacts): JsonObject {
  const uuid = { type: 'string', format: 'uuid' };
  const uri = { type: 'string', format: 'uri' };
  const published = { type: 'object', required: ['before', 'after'], properties: FLAGS };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    description: sentence,
    type: 'object',
    required: ['type', 'timestamp', 'data', 'meta'],
    properties: {
      type: { const: type },
      timestamp: { type: 'integer', description: 'UNIX seconds of the change.' },
      jsonapi: { type: 'object', required: ['version'], properties: { version: { const: '1.1' } } },
      data: {
        type: 'object',
        required: ['type', 'id', 'meta'],
        properties: {
          type: { type: 'string', description: 'The resource type, such as node--article.' },
          id: uuid,
          attributes: { type: 'object' },
          relationships: { type: 'object' },
          links: {
            type: 'object',
            properties: {
              self: { type: 'object', required: ['href'], properties: { href: uri } },
            },
          },
          meta: {
            type: 'object',
            required: ['operation'],
            properties: {
              operation: { const: operation },
              user: { type: ['string', 'null'], format: 'uuid' },
              edit_url: { ...uri, description: 'The entry in the administration.' },
            },
          },
        },
      },
      meta: {
        type: 'object',
        required: ['event'],
        properties: {
          event: {
            type: 'object',
            required: ['id', 'sequence', 'time', 'version', 'changed', 'published', 'cause', 'tags'],
            properties: {
              id: { ...uuid, description: 'The same in every repeated delivery.' },
              sequence: { type: 'string', pattern: '^\\d+-[0-9a-f]{8}$' },
              time: { type: 'string', format: 'date-time' },
              version: { type: 'integer', minimum: 1 },
              changed: { type: 'array', items: { type: 'string' } },
              published,
              cause: { type: 'string' },
              revision: {
                type: 'integer',
                description: 'The state before the change is read by resourceVersion=id:<revision>.',
              },
              tags: {
                type: 'array',
                items: { type: 'string' },
                description: 'The cache tags of the answers that the change makes outdated.',
              },
              client: { type: 'string' },
              truncated: { type: 'boolean' },
              replay: { type: 'boolean', description: 'Whether it was sent again by a replay.' },
            },
          },
        },
      },
    },
  };
}

/** An example of such a document. */
export function createEventExample(type: string, { operation }: EventTypeFacts): JsonObject {
  const id = '0190163d-8694-739b-aea5-966c26f8ad91';
  return {
    type,
    timestamp: 1_700_000_000,
    jsonapi: { version: '1.1' },
    data: {
      type: 'node--article',
      id,
      attributes: { title: 'Harbour opened', status: type !== 'entry.unpublished' },
      relationships: {},
      links: { self: { href: `https://content.example/api/node/article/${id}` } },
      meta: { operation, user: null, edit_url: `https://content.example/admin/entries/node/article/${id}` },
    },
    meta: {
      event: {
        id: '018bcfe5-687b-7c3e-9d2a-1f0c5a7b3e44',
        sequence: '4711-5a7b3e44',
        time: '2023-11-14T22:13:20.123Z',
        version: operation === 'create' ? 1 : 7,
        changed: operation === 'delete' ? [] : ['title'],
        published: getOwn(EXAMPLE_PUBLISHED, type) ?? { before: true, after: true },
        cause: 'request',
        ...(operation === 'create' ? {} : { revision: 1_700_000_000_123_456 }),
        tags: [`node:${id}`, 'node_list:article'],
      },
    },
  };
}
