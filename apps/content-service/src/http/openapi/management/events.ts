import { ACTOR_KINDS } from '@content-service/audit';
import { CHANGE_CAUSES } from '@content-service/entries';
import { BROKER_REPLAY_MEMBERS, CONSUMER_MEMBERS, EVENT_TYPE_NAMES } from '@content-service/events';
import { EVENT_ORDERS } from '../../management/events/events.controller.js';
import { changeSchema, newResourceSchema } from '../elements/member-schema.js';
import type { Operation } from '../elements/operation.js';
import {
  completeObjectSchema,
  nullable,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import { jsonResponse } from '../elements/responses.js';
import {
  acceptedResponse,
  DONE_RESPONSE,
  listResponse,
  managementOperation,
} from './management-operations.js';

/** The answers to a request for a replay. */
export const REPLAY_RESPONSES = {
  200: jsonResponse({
    description: 'With `dryRun`: the number of events.',
    schema: ref('EventReplay.count'),
  }),
  ...acceptedResponse(ref('Job')),
};

const COUNT: Schema = { type: 'integer', minimum: 0 };

/** Operations on the event log. */
export const EVENT_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/events',
    id: 'listEvents',
    summary: 'List the events of entries and of management data',
    description:
      'The order is that of all consumers, or the opposite one. Without content:administer, events of entries that were not published are left out. `next` is the `sequence` of the last event of the page, for `after`.',
    parameters: [
      'type',
      'subject',
      'subjectType',
      {
        name: 'order',
        in: 'query',
        description: 'Which events come first; `after` follows the same order.',
        schema: { type: 'string', enum: [...EVENT_ORDERS], default: 'oldest' },
      },
      ...['after', 'limit'],
    ],
    responses: listResponse('The events.', ref('Event')),
    errors: [400, 409],
  }),
  managementOperation({
    method: 'get',
    path: '/manage/events/{id}',
    id: 'getEvent',
    summary: 'Get an event with the state of its entry',
    responses: {
      200: jsonResponse({ description: 'The event.', schema: ref('Event.withSnapshot') }),
    },
    errors: [404],
  }),
  managementOperation({
    method: 'get',
    path: '/manage/event-types',
    id: 'listEventTypes',
    summary: 'List the types of events, with JSON Schema and example',
    responses: listResponse('The types.', ref('EventType')),
  }),
  managementOperation({
    method: 'get',
    path: '/manage/consumers',
    id: 'listEventConsumers',
    summary: 'List the consumers of the event log and how far they are behind',
    responses: listResponse('The consumers.', ref('EventConsumer')),
  }),
  managementOperation({
    method: 'patch',
    path: '/manage/consumers/{consumer}',
    id: 'updateEventConsumer',
    summary: 'Pause or resume a consumer, or move it to another position',
    description:
      'A consumer at an earlier position processes events again, one at a later position skips some. The error of the consumer is removed. `log` cannot be changed.',
    requestBody: ref('EventConsumer.change'),
    responses: {
      200: jsonResponse({ description: 'The consumer.', schema: ref('EventConsumer') }),
    },
    errors: [404, 409],
  }),
  managementOperation({
    method: 'post',
    path: '/manage/consumers/{consumer}/replay',
    id: 'replayToEventConsumer',
    summary: 'Publish events of the log to the message broker again',
    description:
      'For the consumer `broker`. A job publishes them beside new events, with their ids; `meta.event.replay` says that it is a replay.',
    requestBody: ref('EventConsumer.replay'),
    responses: REPLAY_RESPONSES,
    errors: [404, 409],
  }),
  managementOperation({
    method: 'delete',
    path: '/manage/consumers/{consumer}',
    id: 'deleteEventConsumer',
    summary: 'Remove a consumer that is no longer configured',
    description: 'Events are not kept for it any more. 409 while a process acts for it.',
    responses: DONE_RESPONSE,
    errors: [404, 409],
  }),
];

const FLAG: Schema = { type: 'boolean' };

/** What an event or a delivery is about. */
export const EVENT_SUBJECT: Schema = completeObjectSchema({
  type: textSchema('The resource type of an entry, or the kind of another object.', 'node--article'),
  id: textSchema('The id or name.', '0190163d-8694-739b-aea5-966c26f8ad91'),
});

const EVENT: Readonly<Record<string, Schema>> = {
  id: ref('Uuid'),
  sequence: textSchema('The cursor behind the event.', '4711-5a7b3e44'),
  type: { type: 'string', enum: EVENT_TYPE_NAMES },
  operation: nullable({
    ...{ type: 'string', enum: ['create', 'update', 'delete'] },
    description: 'What happened to the entry; `null` for management data.',
  }),
  subject: EVENT_SUBJECT,
  version: {
    type: 'integer',
    description: 'The version of the entry after the change; for other objects a number that rises.',
  },
  at: { type: 'string', format: 'date-time' },
  visibility: { type: 'string', enum: ['public', 'content', 'management'] },
  published: nullable(completeObjectSchema({ before: FLAG, after: FLAG })),
  changed: { type: 'array', items: { type: 'string' } },
  cause: nullable({
    type: 'string',
    enum: [...CHANGE_CAUSES],
  }),
  action: nullable(textSchema('The action of the audit log; `null` for entries.', 'client.changed')),
  details: nullable({ type: 'object', description: 'The details of the action; `null` for entries.' }),
  actor: nullable(
    completeObjectSchema({
      kind: { type: 'string', enum: [...ACTOR_KINDS] },
      userId: nullable({ type: 'string' }),
      clientId: nullable({ type: 'string' }),
    }),
  ),
  requestId: nullable({ type: 'string', description: 'The `X-Request-Id` of the request.' }),
};

export const EVENT_SCHEMAS: Schemas = {
  Event: completeObjectSchema(EVENT),
  'Event.withSnapshot': completeObjectSchema({
    ...EVENT,
    attributes: nullable({ type: 'object' }),
    relationships: nullable({ type: 'object' }),
  }),
  EventType: completeObjectSchema({
    type: { type: 'string' },
    category: { type: 'string', enum: ['entry', 'management', 'test'] },
    sentence: textSchema('When the event occurs.'),
    operation: nullable({ type: 'string', description: 'What happened to the entry.' }),
    schema: { type: 'object' },
    example: { type: 'object' },
  }),
  'EventReplay.count': completeObjectSchema({
    events: {
      ...completeObjectSchema({ minimum: COUNT, maximum: COUNT }),
      description: 'Equal, unless the part of the log is too large to be looked through.',
    },
  }),
  'EventConsumer.replay': newResourceSchema(BROKER_REPLAY_MEMBERS),
  'EventConsumer.change': changeSchema(CONSUMER_MEMBERS),
  EventConsumer: completeObjectSchema({
    name: { type: 'string' },
    state: { type: 'string', enum: ['ok', 'error', 'paused'] },
    error: nullable({ type: 'string', description: 'Why the consumer does not go on.' }),
    position: { type: 'integer', minimum: 0 },
    holder: nullable({ type: 'string', description: 'The process that has the lease.' }),
    lag: completeObjectSchema({
      events: { type: 'integer', minimum: 0 },
      seconds: { type: 'number', minimum: 0 },
    }),
  }),
};
