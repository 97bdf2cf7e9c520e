import { describeEventSink } from '@content-service/sink/conformance';
import { NatsEventSink } from '@content-service/sink-nats';
import { createSinkFixture } from './create-sink-fixture.js';
import { NatsBroker } from './nats-broker.js';

describeEventSink('NatsEventSink', async () =>
  createSinkFixture(
    await NatsBroker.connect(),
    (options) => new NatsEventSink({ ...options, retentionDays: 1 }),
  ),
);
