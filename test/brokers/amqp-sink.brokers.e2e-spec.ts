import { randomUUID } from 'node:crypto';
import { UuidV7Generator } from '@content-service/kernel';
import { AmqpEventSink } from '@content-service/sink-amqp';
import { describeEventSink } from '@content-service/sink/conformance';
import { AMQP_URL, AmqpBroker } from './amqp-broker.js';
import { createSinkFixture } from './create-sink-fixture.js';

describeEventSink('AmqpEventSink', async () =>
  createSinkFixture(
    await AmqpBroker.connect(),
    (options) => new AmqpEventSink({ ...options, onUnroutable: () => undefined }),
  ),
);

describe('AmqpEventSink', () => {
  it('publishes persistent messages, and counts those that no queue is bound for', async () => {
    const broker = await AmqpBroker.connect();
    const prefix = `test-${randomUUID().slice(0, 8)}`;
    let unroutable = 0;
    const onUnroutable = (): void => void (unroutable += 1);
    const sink = new AmqpEventSink({ url: AMQP_URL, prefix, manage: true, onUnroutable });
    await sink.open();
    const received = await broker.subscribe(prefix, 'entry.node.*.*');
    const create = (topic: string) => ({
      ...{ id: new UuidV7Generator().next(), topic, contentType: 'application/json', body: '{}' },
    });

    const confirmed = await sink.publish([
      create('entry.media.image.created'),
      create('entry.node.page.created'),
      create('entry.media.image.deleted'),
    ]);

    expect([confirmed, unroutable]).toEqual([2, 2]);
    expect((await received.receive(1)).map(({ topic }) => topic)).toEqual(['entry.node.page.created']);
    expect(broker.isLastPersistent).toBe(true);
    await sink.close();
    await broker.remove(prefix);
    await broker.close();
  });
});
