import { EventSequencer } from '@content-service/events';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import type { BackgroundWork } from '../lifecycle/background-work.js';
import { parseConfig } from '../../platform/config/config.js';
import { type ConsumerDefinition, ConsumerHost, ConsumerLifecycle } from './consumer-lifecycle.js';

const ENABLED = { isEnabled: true } as BackgroundWork;

describe('ConsumerLifecycle', () => {
  let storage: Storage;
  let calls: string[];
  let called: Promise<void>;
  let definition: ConsumerDefinition;
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    calls = [];
    called = new Promise((resolve) => {
      const task: Awaited<ReturnType<ConsumerDefinition['open']>> = {
        task: ({ position }) => {
          calls.push('task');
          resolve();
          return Promise.resolve(position);
        },
        close: () => Promise.resolve(void calls.push('close')),
      };
      definition = { name: 'spec', logContext: 'Spec', failure: 'Nothing', open: () => task };
    });
  });

  const start = async (
    changes: Partial<ConsumerDefinition> = {},
    variables: Readonly<Record<string, string>> = {},
    background = ENABLED,
  ): Promise<ConsumerLifecycle> => {
    const { events, eventConsumers } = storage;
    const options = { holder: 'spec', pollMs: 10, onError: () => undefined };
    const sequencer = new EventSequencer(events, eventConsumers, options);
    const host = new ConsumerHost(sequencer, eventConsumers, background, parseConfig(variables));
    const lifecycle = new ConsumerLifecycle(host, { ...definition, ...changes });
    await lifecycle.onApplicationBootstrap();
    return lifecycle;
  };

  it('acts for the consumer, and closes it behind the last call of the task', async () => {
    const lifecycle = await start();
    await called;

    await lifecycle.onModuleDestroy();

    expect(calls.at(-1)).toBe('close');
    expect(calls.filter((call) => call === 'close')).toHaveLength(1);
    expect((await storage.eventConsumers.list()).map(({ name, holder }) => [name, holder])).toEqual([
      ['spec', undefined],
    ]);
  });

  it.each<[string, Parameters<typeof start>]>([
    ['is not configured', [{ open: () => undefined }]],
    ['is of a service without events', [{}, { EVENTS: 'off' }]],
    ['is of a process without background work', [{}, {}, { isEnabled: false } as BackgroundWork]],
  ])('leaves a consumer that %s', async (_, parameters) => {
    const lifecycle = await start(...parameters);
    await lifecycle.onModuleDestroy();

    expect(calls).toEqual([]);
    expect(await storage.eventConsumers.list()).toEqual([]);
  });
});
