import { ACTOR_KINDS } from '@content-service/audit';
import { EVENT_TYPE_NAMES } from '@content-service/events';
import {
  CHANGED_WEBHOOK_MEMBERS,
  DELIVERY_STATES,
  NEW_WEBHOOK_MEMBERS,
  WEBHOOK_MEMBERS,
  WEBHOOK_REPLAY_MEMBERS,
  WEBHOOK_ROTATION_MEMBERS,
  WEBHOOK_SIGNATURE,
} from '@content-service/webhooks';
import {
  changeSchema,
  newResourceSchema,
  toMemberSchema,
  toMemberSchemas,
} from '../elements/member-schema.js';
import type { Operation } from '../elements/operation.js';
import { jsonResponse } from '../elements/responses.js';
import {
  completeObjectSchema,
  listSchema,
  nullable,
  objectSchema,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import {
  createdResponse,
  itemOperations,
  listResponse,
  managementOperation,
  resourceResponse,
} from './management-operations.js';
import { EVENT_SUBJECT, REPLAY_RESPONSES } from './events.js';
import { TIME } from './management-schemas.js';

const ITEM = '/manage/webhooks/{id}';

const ATTEMPT_RESPONSES = {
  200: jsonResponse({ description: 'The attempt.', schema: ref('WebhookAttempt.withRequest') }),
};

/** Operations on webhooks and their deliveries. */
export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/webhooks',
    id: 'listWebhooks',
    summary: 'List the webhooks, the oldest first',
    responses: listResponse('The webhooks.', ref('Webhook')),
  }),
  managementOperation({
    method: 'post',
    path: '/manage/webhooks',
    id: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'The response is the only one that contains the secret. The visibility `content` needs `content:administer`.',
    requestBody: ref('Webhook.new'),
    responses: createdResponse('The webhook with its secret.', ref('Webhook.withSecret')),
    errors: [409],
  }),
  ...itemOperations({
    path: ITEM,
    name: 'Webhook',
    noun: 'a webhook',
    update: { description: 'Omitted members are unchanged; `headers` replaces all headers.' },
    delete: { summary: 'Delete a webhook and its deliveries' },
  }),
  managementOperation({
    method: 'post',
    path: `${ITEM}/secret`,
    id: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    description:
      'The response is the only one that contains the new secret. The present secret signs as well for `graceSeconds`.',
    parameters: ['ifMatch', 'ifNoneMatch'],
    requestBody: ref('Webhook.newSecret'),
    responses: resourceResponse('The webhook with its new secret.', ref('Webhook.withSecret')),
    errors: [404, 409, 412],
  }),
  managementOperation({
    method: 'post',
    path: `${ITEM}/test`,
    id: 'testWebhook',
    summary: 'Send the event `webhook.test` once',
    description: 'The answer is 200 whether the receiver could be called or not.',
    responses: ATTEMPT_RESPONSES,
    errors: [404],
  }),
  managementOperation({
    method: 'post',
    path: `${ITEM}/replay`,
    id: 'replayWebhook',
    summary: 'Send events of the log again',
    description:
      'A job creates the deliveries, no faster than they are made. Receivers get the ids of the events again; ' +
      '`meta.event.replay` says that it is a replay. What the webhook does not select, or may not get, is left out.',
    requestBody: ref('Webhook.replay'),
    responses: REPLAY_RESPONSES,
    errors: [404, 409],
  }),
  managementOperation({
    method: 'get',
    path: `${ITEM}/deliveries`,
    id: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook, newest first',
    parameters: [
      {
        name: 'state',
        in: 'query',
        description: 'Only deliveries in this state.',
        schema: { type: 'string', enum: [...DELIVERY_STATES] },
      },
      ...['type', 'subject', 'since', 'cursor', 'limit'],
    ],
    responses: listResponse('The deliveries.', ref('WebhookDelivery')),
    errors: [400, 404],
  }),
  managementOperation({
    method: 'get',
    path: `${ITEM}/deliveries/{delivery}`,
    id: 'getWebhookDelivery',
    summary: 'Get a delivery with its attempts',
    responses: {
      200: jsonResponse({ description: 'The delivery.', schema: ref('WebhookDelivery.withHistory') }),
    },
    errors: [404],
  }),
  managementOperation({
    method: 'get',
    path: `${ITEM}/deliveries/{delivery}/attempts/{attempt}`,
    id: 'getWebhookAttempt',
    summary: 'Get an attempt with the headers and the body that were sent',
    description:
      'The body is made again from the event of the log, and shown when it is the same byte for byte as the one that was sent. ' +
      'What was sent to a webhook with the visibility `content` needs `content:administer`, also after the visibility was changed.',
    responses: ATTEMPT_RESPONSES,
    errors: [404],
  }),
  managementOperation({
    method: 'post',
    path: `${ITEM}/deliveries/{delivery}/redeliver`,
    id: 'redeliverWebhook',
    summary: 'Start a finished delivery again, or attempt a waiting one now',
    responses: {
      202: jsonResponse({
        description: 'The delivery.',
        schema: ref('WebhookDelivery'),
        headers: ['Location'],
      }),
    },
    errors: [404, 409],
  }),
];

const COUNT: Schema = { type: 'integer', minimum: 0 };
const EVENT_TYPE: Schema = { type: 'string', enum: EVENT_TYPE_NAMES };

const ATTEMPT: Schemas = {
  id: ref('Uuid'),
  startedAt: TIME,
  durationMs: COUNT,
  status: nullable({ type: 'integer', description: 'The HTTP status; `null` without an answer.' }),
  error: nullable(textSchema('A code.', 'timeout')),
  detail: nullable({ type: 'string' }),
  excerpt: nullable({ type: 'string', description: 'The beginning of the answer.' }),
};

const REQUEST: Schema = completeObjectSchema({
  headers: {
    ...listSchema(
      completeObjectSchema({
        name: textSchema('The name.', 'webhook-id'),
        value: nullable({
          type: 'string',
          description: '`null` for a header of `headers`, whose value is not shown.',
        }),
      }),
    ),
    description: 'Those of the connection, such as `Host`, and `traceparent` are left out.',
  },
  body: nullable({
    type: 'string',
    description:
      '`null` when it cannot be made again: the event has left the log, or the content model was changed.',
  }),
});

const DELIVERY: Schemas = {
  id: ref('Uuid'),
  eventId: ref('Uuid'),
  type: EVENT_TYPE,
  subject: EVENT_SUBJECT,
  state: { type: 'string', enum: [...DELIVERY_STATES] },
  attempts: COUNT,
  skipReason: nullable(textSchema('Why it was skipped.', 'visibility')),
  nextAttemptAt: nullable(TIME),
  lastStatus: nullable({ type: 'integer' }),
  lastError: nullable({ type: 'string' }),
  createdAt: TIME,
  endedAt: nullable(TIME),
  replayJobId: nullable({ ...ref('Uuid'), description: 'The job of the replay that it belongs to.' }),
};

export const WEBHOOK_SCHEMAS: Schemas = {
  Webhook: completeObjectSchema({
    id: ref('Uuid'),
    ...toMemberSchemas(WEBHOOK_MEMBERS),
    headerNames: listSchema({ type: 'string' }),
    signature: toMemberSchema(WEBHOOK_SIGNATURE),
    publicKey: nullable({ type: 'string', description: 'Verifies signatures `v1a`.' }),
    previousSecretUntil: nullable(TIME),
    owner: completeObjectSchema({
      kind: { type: 'string', enum: [...ACTOR_KINDS] },
      userId: nullable({ type: 'string' }),
      clientId: nullable({ type: 'string' }),
    }),
    disabledReason: nullable({
      type: 'string',
      enum: ['gone', 'failing'],
      description: 'Why the service disabled it: an answer 410, or 120 hours of failures.',
    }),
    replayFrom: nullable({
      type: 'string',
      description:
        'Of a disabled webhook, and in the answer to the change that enables it: the `from` of a replay that sends the events of the time in which it was disabled.',
    }),
    circuit: completeObjectSchema({
      state: {
        type: 'string',
        enum: ['closed', 'open', 'half-open'],
        description: '`open`: no calls for a while.',
      },
      failures: COUNT,
      failingSince: nullable(TIME),
      openUntil: nullable(TIME),
    }),
    createdAt: TIME,
  }),
  'Webhook.new': newResourceSchema(NEW_WEBHOOK_MEMBERS),
  'Webhook.change': changeSchema(CHANGED_WEBHOOK_MEMBERS),
  'Webhook.newSecret': newResourceSchema(WEBHOOK_ROTATION_MEMBERS),
  'Webhook.replay': newResourceSchema(WEBHOOK_REPLAY_MEMBERS),
  'Webhook.withSecret': {
    allOf: [
      ref('Webhook'),
      objectSchema({ secret: textSchema('Contained in this response only.') }, ['secret']),
    ],
  },
  WebhookAttempt: completeObjectSchema(ATTEMPT),
  'WebhookAttempt.withRequest': completeObjectSchema({
    ...ATTEMPT,
    request: { ...nullable(REQUEST), description: 'What was sent; `null` when it was not kept.' },
  }),
  WebhookDelivery: completeObjectSchema(DELIVERY),
  'WebhookDelivery.withHistory': completeObjectSchema({
    ...DELIVERY,
    history: { ...listSchema(ref('WebhookAttempt')), description: 'The attempts, the first one first.' },
  }),
};
