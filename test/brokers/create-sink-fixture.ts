import type { EventSink, EventSinkOptions } from '@content-service/sink';
import { TcpProxy } from '../support/tcp-proxy.js';
import type { AmqpBroker } from './amqp-broker.js';
import type { NatsBroker } from './nats-broker.js';

/** A broker of the tests as the conformance kit of `EventSink` uses it, with a proxy before it. */
export async function createSinkFixture(
  broker: NatsBroker | AmqpBroker,
  createSink: (options: EventSinkOptions) => EventSink,
) {
  const proxy = await TcpProxy.start(broker.url);
  let state: 'forwards' | 'withholds' | 'is cut' = 'forwards';
  return {
    deduplicates: broker.deduplicates,
    createSink: (options: Pick<EventSinkOptions, 'prefix' | 'manage'>) =>
      createSink({ ...options, url: proxy.url }),
    getDestination: (prefix: string) => broker.getDestination(prefix),
    subscribe: (prefix: string) => broker.subscribe(prefix),
    remove: (prefix: string) => broker.remove(prefix),
    loseNextConfirmation: () => {
      proxy.loseNextAnswer();
    },
    withholdConfirmations: () => {
      state = 'withholds';
      proxy.withholdAnswers();
    },
    cut: async () => {
      state = 'is cut';
      await proxy.cut();
    },
    restore: async () => {
      if (state === 'withholds') await proxy.cut();
      if (state !== 'forwards') await proxy.listen();
      state = 'forwards';
    },
    close: async () => {
      await proxy.cut();
      await broker.close();
    },
  };
}
