import { CloudEvent } from 'cloudevents';
import { type Bundle, ContentModel } from '@content-service/bundles';
import type { LoggedEvent } from '@content-service/events';
import { toEventMessage } from './to-event-message.js';

const IMAGE: Bundle = { entityType: 'media', bundle: 'image', label: 'Image', fields: [], since: 1 };
const CONTEXT = {
  apiRoot: { baseUrl: 'https://cms.example', prefix: '/api' },
  model: new ContentModel(1, [IMAGE]),
  adminUrl: 'https://cms.example/admin',
};
const USER = '0190163d-8694-739b-aea5-966c26f8ad92';
const EVENT: LoggedEvent = {
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

  it('has neither attributes nor relationships above 60 KiB', () => {
    const attributes = JSON.stringify({ name: 'x'.repeat(61_440) });

    const { body } = toEventMessage({ ...EVENT, snapshot: { attributes, relationships: '{}' } }, CONTEXT);

    expect(Buffer.byteLength(body)).toBeLessThan(2000);
    expect(JSON.parse(body)).toMatchObject({ data: { meta: { event: { truncated: true } } } });
  });
});
