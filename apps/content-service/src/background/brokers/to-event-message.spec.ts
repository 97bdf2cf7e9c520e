import { CloudEvent } from 'cloudevents';
import { type Bundle, ContentModel } from '@content-service/bundles';
import type { LoggedEntryEvent, LoggedManagementEvent } from '@content-service/events';
import { createMessageContext, toEventMessage } from './to-event-message.js';

const IMAGE: Bundle = { entityType: 'media', bundle: 'image', label: 'Image', fields: [], since: 1 };
const CONTEXT = createMessageContext(
  { baseUrl: 'https://cms.example', jsonApiPrefix: '/api' },
  new ContentModel(1, [IMAGE]),
);
const USER = '0190163d-8694-739b-aea5-966c26f8ad92';
const EVENT: LoggedEntryEvent = {
  id: '018bcfe5-687b-7c3e-9d2a-1f0c5a7b3e44',
  transaction: '018bcfe5-687b-7c3e-9d2a-1f0c5a7b3e45',
  position: 4711,
  type: 'entry.unpublished',
  subject: { type: 'media--image', id: '0190163d-8694-739b-aea5-966c26f8ad91', epoch: 1, version: 7 },
  recordedAt: 1_700_000_000_123_456,
  visibility: 'content',
  published: { before: false, after: false },
  changed: ['name'],
  cause: 'request',
  actor: { kind: 'user', userId: USER, clientId: 'app' },
  snapshot: { attributes: '{"name":"Harbour","status":false}', relationships: '{}' },
};

describe('toEventMessage', () => {
  it('is a CloudEvent with everything: unpublished entries and the actor', () => {
    const { id, topic, contentType, body } = toEventMessage(EVENT, CONTEXT);

    expect([id, topic, contentType]).toEqual([
      EVENT.id,
      'entry.media.image.unpublished',
      'application/cloudevents+json; charset=utf-8',
    ]);
    const envelope = JSON.parse(body) as Record<string, unknown>;
    expect(new CloudEvent(envelope, true).validate()).toBe(true);
    expect(envelope).toMatchObject({
      id: EVENT.id,
      type: 'content-service.entry.unpublished',
      data: { data: { attributes: { name: 'Harbour' }, meta: { user: USER } } },
    });
  });

  it('has the trace of the request that changed the entry', () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

    const envelope = JSON.parse(toEventMessage({ ...EVENT, traceparent }, CONTEXT).body) as object;

    expect(new CloudEvent(envelope, true).validate()).toBe(true);
    expect(envelope).toHaveProperty('traceparent', traceparent);
  });

  it('has the type of an event of management data as topic, and its object as subject', () => {
    const event: LoggedManagementEvent = {
      ...{ id: EVENT.id, transaction: EVENT.transaction, position: 4711, recordedAt: EVENT.recordedAt },
      ...{ type: 'client.changed', action: 'client.changed', visibility: 'management' },
      subject: { type: 'client', id: 'shop', epoch: 0, version: 1 },
      details: { label: 'Shop' },
    };

    const { topic, body } = toEventMessage(event, CONTEXT);

    expect(topic).toBe('client.changed');
    const envelope = JSON.parse(body) as Record<string, unknown>;
    expect(new CloudEvent(envelope, true).validate()).toBe(true);
    expect(envelope).toMatchObject({
      subject: 'client/shop',
      data: { data: { details: { label: 'Shop' } } },
    });
  });

  it('has neither attributes nor relationships above 60 KiB', () => {
    const attributes = JSON.stringify({ name: 'x'.repeat(61_440) });

    const { body } = toEventMessage({ ...EVENT, snapshot: { attributes, relationships: '{}' } }, CONTEXT);

    expect(Buffer.byteLength(body)).toBeLessThan(2000);
    expect(JSON.parse(body)).toMatchObject({ data: { meta: { event: { truncated: true } } } });
  });
});
