import {
  ACTOR_KINDS,
  type AUDIT_ACTIONS,
  type AuditDetail,
  type EmittedEvent,
  type EmittingAuditAction,
} from '@content-service/audit';
import { getOwn, type JsonObject } from '@content-service/kernel';

type DetailName = (typeof AUDIT_ACTIONS)[EmittingAuditAction]['details'][number];

/** What the documents of a type of events of management data depend on. */
export interface ManagementEventTypeFacts extends EmittedEvent {
  readonly sentence: string;
  readonly details: readonly DetailName[];
}

const EXAMPLE_DETAILS: Readonly<Record<DetailName, AuditDetail>> = {
  action: 'publish',
  after: 4711,
  algorithm: 'RS256',
  before: 4820,
  bundles: 3,
  consents: 2,
  displayName: 'Alice',
  entries: 0,
  field: 'field_tags',
  graceSeconds: 86_400,
  inserted: 250,
  kind: 'entries.bulk-action',
  label: 'Editors',
  members: ['label', 'scopes'],
  name: 'alice',
  previous: 'Harbour',
  previousName: 'alison',
  previousRole: 'member',
  problems: 0,
  reason: 'failing',
  resourceType: 'node--article',
  role: 'editor',
  scopes: ['content:read'],
  state: 'succeeded',
  type: 'text',
  undoes: '0190163d-8694-739b-aea5-966c26f8ad91',
  updated: 12,
  value: 'Harbour news',
};

/**
 * The document of an event of management data: the audit line with the same id. A document without `details` says `truncated`:
 * they were too large, or are not for the receiver.
 */
export function createManagementEventSchema({
  type,
  action,
  sentence,
  subject,
  details,
}: ManagementEventTypeFacts): JsonObject {
  const text = { type: 'string' };
  const uuid = { ...text, format: 'uuid' };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    description: sentence,
    type: 'object',
    required: ['type', 'timestamp', 'data', 'meta'],
    properties: {
      type: { const: type },
      timestamp: { type: 'integer', description: 'UNIX seconds of the change.' },
      data: {
        type: 'object',
        required: ['type', 'id', 'action', 'actor'],
        properties: {
          type: { const: subject, description: 'The kind of object that was changed.' },
          id: { ...text, description: 'The id or name of the object.' },
          action: { const: action, description: 'As in the audit log.' },
          actor: {
            type: 'object',
            required: ['kind'],
            properties: {
              kind: { enum: [...ACTOR_KINDS] },
              userId: uuid,
              clientId: text,
            },
          },
          details: {
            type: 'object',
            properties: Object.fromEntries(
              details.map((name) => [name, { type: ['string', 'number', 'boolean', 'array'] }]),
            ),
          },
        },
      },
      meta: {
        type: 'object',
        required: ['event'],
        properties: {
          event: {
            type: 'object',
            required: ['id', 'sequence', 'time', 'version'],
            properties: {
              id: { ...uuid, description: 'That of the audit line; the same in every repeated delivery.' },
              sequence: { ...text, pattern: '^\\d+-[0-9a-f]{8}$' },
              time: { ...text, format: 'date-time' },
              version: { type: 'integer', minimum: 1, description: 'Greater at each event of the object.' },
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
export function createManagementEventExample({
  type,
  action,
  subject,
  details,
}: ManagementEventTypeFacts): JsonObject {
  const actor = { kind: 'user', userId: '0190163d-8694-739b-aea5-966c26f8ad91', clientId: 'admin' };
  return {
    type,
    timestamp: 1_700_000_000,
    data: {
      ...{ type: subject, id: getOwn(EXAMPLE_IDS, subject) ?? subject, action, actor },
      details: Object.fromEntries(details.map((name) => [name, toJson(EXAMPLE_DETAILS[name])])),
    },
    meta: {
      event: {
        id: '018bcfe5-687b-7c3e-9d2a-1f0c5a7b3e44',
        sequence: '4711-5a7b3e44',
        time: '2023-11-14T22:13:20.123Z',
        version: 1_700_000_000_123_456,
      },
    },
  };
}

const EXAMPLE_IDS: Readonly<Record<string, string>> = {
  bundle: 'node--article',
  client: 'shop',
  consumer: 'webhooks',
  role: 'editor',
  setting: 'siteName',
};

function toJson(detail: AuditDetail): JsonObject[string] {
  return typeof detail === 'object' ? [...detail] : detail;
}
