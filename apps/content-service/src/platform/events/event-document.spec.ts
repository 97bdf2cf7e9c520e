import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CloudEvent } from 'cloudevents';
import { type Bundle, ContentModel } from '@content-service/bundles';
import {
  EVENT_CATALOGUE,
  isEntryEventType,
  type LoggedEntryEvent,
  type LoggedManagementEvent,
  TEST_EVENT_TYPE,
} from '@content-service/events';
import type { JsonObject } from '@content-service/kernel';
import {
  type EventDocumentContext,
  type EventDocumentOptions,
  serializeEvent,
  serializeTestEvent,
} from './event-document.js';

const ARTICLE: Bundle = { entityType: 'node', bundle: 'article', label: 'Article', fields: [], since: 1 };
const CONTEXT: EventDocumentContext = {
  apiRoot: { baseUrl: 'https://cms.example', prefix: '/api' },
  model: new ContentModel(1, [ARTICLE]),
  adminUrl: 'https://cms.example/admin',
  bytesMaximum: 262_144,
};
const FULL: EventDocumentOptions = {
  payload: 'full',
  format: 'json',
  visibility: 'content',
  disclosure: 'full',
};
const ID = '0190163d-8694-739b-aea5-966c26f8ad91';
const USER = '0190163d-8694-739b-aea5-966c26f8ad92';
const SELF = `https://cms.example/api/node/article/${ID}`;
const EVENT: LoggedEntryEvent = {
  id: '018bcfe5-687b-7c3e-9d2a-1f0c5a7b3e44',
  transaction: '018bcfe5-687b-7c3e-9d2a-1f0c5a7b3e45',
  position: 4711,
  type: 'entry.updated',
  subject: { type: 'node--article', id: ID, epoch: 1_699_000_000_000_000, version: 7 },
  recordedAt: 1_700_000_000_123_456,
  visibility: 'public',
  published: { before: true, after: true },
  changed: ['title'],
  cause: 'request',
  actor: { kind: 'user', userId: USER, clientId: 'app' },
  snapshot: {
    attributes: '{"title":"Harbour","status":true,"field_removed":1}',
    relationships: `{"uid":[{"type":"user--user","id":"${USER}"}]}`,
  },
};

function render(
  event: Partial<LoggedEntryEvent> = {},
  options: Partial<EventDocumentOptions> = {},
): JsonObject {
  return JSON.parse(
    serializeEvent({ ...EVENT, ...event }, { ...FULL, ...options }, CONTEXT).body,
  ) as JsonObject;
}

const LINE: LoggedManagementEvent = {
  ...{ id: EVENT.id, transaction: EVENT.transaction, position: EVENT.position },
  ...{ recordedAt: EVENT.recordedAt, actor: EVENT.actor, visibility: 'management' },
  ...{ type: 'client.changed', action: 'client.changed' },
  subject: { type: 'client', id: 'shop', epoch: 0, version: 1_700_000_000_123_456 },
  details: { label: 'Shop', scopes: ['content:read'] },
};

function renderLine(
  event: Partial<LoggedManagementEvent> = {},
  options: Partial<EventDocumentOptions> = {},
): JsonObject {
  return JSON.parse(
    serializeEvent({ ...LINE, ...event }, { ...FULL, visibility: 'management', ...options }, CONTEXT).body,
  ) as JsonObject;
}

function renderTest(): JsonObject {
  const test = { id: EVENT.id, now: 1_700_000_000 };
  return JSON.parse(serializeTestEvent(test, FULL, CONTEXT.apiRoot).body) as JsonObject;
}

/** The members of a document that its schema does not describe, as paths; objects without `properties` may have any. */
function findUndescribed(value: unknown, schema: JsonObject, path = ''): readonly string[] {
  const described = schema['properties'] as Readonly<Record<string, JsonObject>> | undefined;
  if (described === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberSchema = described[name];
    const place = `${path}/${name}`;
    return memberSchema === undefined ? [place] : findUndescribed(member, memberSchema, place);
  });
}

/** The event of an example. */
function toLine(example: JsonObject): LoggedManagementEvent {
  const { type, data } = example as unknown as Pick<LoggedManagementEvent, 'type'> & {
    readonly data: LoggedManagementEvent['subject'] & Pick<LoggedManagementEvent, 'action' | 'details'>;
  };
  const { action, details, ...subject } = data;
  return { ...LINE, type, action, details, subject: { ...LINE.subject, ...subject } };
}

describe('serializeEvent', () => {
  it('says that an event is sent again by a replay', () => {
    expect(render().meta).not.toMatchObject({ event: { replay: expect.anything() } });
    expect(render({}, { isReplay: true }).meta).toMatchObject({ event: { id: EVENT.id, replay: true } });
  });

  it('has the resource object of the entry as of the change, and facts about it', () => {
    const document = render();

    expect(document).toEqual({
      type: 'entry.updated',
      timestamp: 1_700_000_000,
      jsonapi: { version: '1.1' },
      data: {
        type: 'node--article',
        id: ID,
        attributes: expect.objectContaining({ title: 'Harbour', status: true }),
        relationships: expect.objectContaining({
          uid: {
            data: { type: 'user--user', id: USER },
            links: {
              self: { href: `${SELF}/relationships/uid` },
              related: { href: `${SELF}/uid` },
            },
          },
        }),
        links: { self: { href: SELF } },
        meta: {
          operation: 'update',
          user: USER,
          edit_url: `https://cms.example/admin/entries/node/article/${ID}`,
        },
      },
      meta: {
        event: {
          id: EVENT.id,
          sequence: '4711-5a7b3e44',
          time: '2023-11-14T22:13:20.123Z',
          version: 7,
          changed: ['title'],
          published: { before: true, after: true },
          cause: 'request',
          tags: [`node:${ID}`, 'node_list:article'],
          client: 'app',
        },
      },
    });
  });

  it.each(EVENT_CATALOGUE)('fits the schema of $type in every form', ({ type, schema, example }) => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    const renderType = (options: Partial<EventDocumentOptions>): JsonObject => {
      if (type === TEST_EVENT_TYPE) return renderTest();
      return isEntryEventType(type) ? render({ type }, options) : renderLine(toLine(example), options);
    };

    const forms = [{}, { payload: 'thin' }, { disclosure: 'identity' }, { isReplay: true }] as const;
    for (const document of [...forms.map(renderType), example]) {
      validate(document);
      expect(validate.errors).toBeNull();
      expect(findUndescribed(document, schema)).toEqual([]);
    }
  });

  it('has the audit line of an event of management data', () => {
    expect(renderLine()).toEqual({
      type: 'client.changed',
      timestamp: 1_700_000_000,
      data: {
        type: 'client',
        id: 'shop',
        action: 'client.changed',
        actor: { kind: 'user', userId: USER, clientId: 'app' },
        details: { label: 'Shop', scopes: ['content:read'] },
      },
      meta: {
        event: {
          id: EVENT.id,
          sequence: '4711-5a7b3e44',
          time: '2023-11-14T22:13:20.123Z',
          version: 1_700_000_000_123_456,
        },
      },
    });
    expect(renderLine({}, { payload: 'thin' })).toMatchObject({
      data: expect.not.objectContaining({ details: expect.anything() }),
      meta: { event: { truncated: true } },
    });
    expect(renderLine({}, { format: 'cloudevents' })).toMatchObject({
      type: 'content-service.client.changed',
      subject: 'client/shop',
      partitionkey: 'shop',
    });
  });

  it('has the fields of the present model', () => {
    const { data } = render() as { data: { attributes: JsonObject } };

    expect(data.attributes).toHaveProperty('created');
    expect(data.attributes).not.toHaveProperty('field_removed');
  });

  it('does not tell a public endpoint the actor', () => {
    const text = JSON.stringify(render({ snapshot: undefined }, { visibility: 'public' }));

    expect(text).toContain('"user":null');
    expect(text).not.toContain(USER);
    expect(text).not.toContain('"client"');
  });

  it('says of an entry that is not public any more nothing but type and id', () => {
    const document = render(
      { type: 'entry.unpublished', published: { before: true, after: false } },
      { visibility: 'public', disclosure: 'identity' },
    );

    expect(document).toMatchObject({
      data: { type: 'node--article', id: ID, meta: { operation: 'update', user: null } },
      meta: { event: { changed: [], truncated: true } },
    });
    expect(Object.keys(document['data'] as object)).toEqual(['type', 'id', 'meta']);
  });

  it.each([
    ['for an endpoint that wants no more', {}, { payload: 'thin' } as const],
    ['without a snapshot in the log', { snapshot: undefined }, {}],
    ['of a type that the model has no more', { subject: { ...EVENT.subject, type: 'node--gone' } }, {}],
    [
      'above the size limit',
      { snapshot: { attributes: `{"title":"${'x'.repeat(262_144)}"}`, relationships: '{}' } },
      {},
    ],
  ])('has neither attributes nor relationships %s', (_, event, options) => {
    const { data, meta } = render(event, options) as { data: object; meta: { event: object } };

    expect(Object.keys(data)).toEqual(['type', 'id', 'links', 'meta']);
    expect(meta.event).toMatchObject({ truncated: true });
  });

  it('gives the same bytes at every attempt', () => {
    expect(serializeEvent(EVENT, FULL, CONTEXT)).toEqual(serializeEvent(EVENT, FULL, CONTEXT));
  });

  it.each([
    ['content', 'thin', `https://cms.example/manage/events/${EVENT.id}`],
    ['content', 'full', undefined],
    ['public', 'thin', undefined],
  ] as const)('as CloudEvents for %s with a %s payload refers to %s', (visibility, payload, dataref) => {
    const envelope = render({}, { format: 'cloudevents', visibility, payload });

    expect(envelope['dataref']).toBe(dataref);
    expect(new CloudEvent(envelope, true).validate()).toBe(true);
  });

  it('as CloudEvents is accepted by the CloudEvents SDK', () => {
    const envelope = render({}, { format: 'cloudevents' });

    const event = new CloudEvent(envelope, true);

    expect(event.validate()).toBe(true);
    expect(envelope).toEqual({
      specversion: '1.0',
      id: EVENT.id,
      source: 'https://cms.example',
      type: 'content-service.entry.updated',
      subject: `node--article/${ID}`,
      time: '2023-11-14T22:13:20.123Z',
      datacontenttype: 'application/json',
      dataschema:
        'https://cms.example/openapi.json#/webhooks/entry.updated/post/requestBody/content/application~1json/schema',
      sequence: '00000000000000004711',
      partitionkey: ID,
      data: render(),
    });
    expect(serializeEvent(EVENT, { ...FULL, format: 'cloudevents' }, CONTEXT).contentType).toBe(
      'application/cloudevents+json; charset=utf-8',
    );
  });
});
