import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { StoreUnavailable } from '@content-service/entries';
import { EventSequencer, SEQUENCER } from '@content-service/events';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';

describe('EventSequencer', () => {
  let storage: Storage;
  const errors: unknown[] = [];
  const sequencers: EventSequencer[] = [];
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    await storage.open();
    errors.length = 0;
  });
  afterEach(async () => {
    for (const sequencer of sequencers.splice(0)) await sequencer.stop();
  });

  function start(holder: string, pollMs: number): EventSequencer {
    const onError = (error: unknown): void => void errors.push(error);
    const sequencer = new EventSequencer(storage.events, storage.eventConsumers, { holder, pollMs, onError });
    sequencers.push(sequencer);
    sequencer.start();
    return sequencer;
  }

  async function getHolder(): Promise<string | undefined> {
    return (await storage.eventConsumers.list()).find(({ name }) => name === SEQUENCER)?.holder;
  }

  async function waitFor(isReached: () => Promise<boolean>): Promise<void> {
    while (!(await isReached())) await sleep(5);
  }

  it('works when writers of the process wake it, long before it polls', async () => {
    const sequencer = start('one', 3_600_000);
    await waitFor(async () => (await getHolder()) === 'one');
    const sequence = jest.spyOn(storage.events, 'sequence').mockResolvedValueOnce(1).mockResolvedValue(0);
    const sequenced = new Promise<void>((resolve) => {
      sequencer.onSequenced(resolve);
    });

    storage.events.notifyRecorded();
    await sequenced;

    expect(sequence).toHaveBeenCalled();
  });

  it('is one in several processes, and another takes over when it stops', async () => {
    const first = start('first', 5);
    await waitFor(async () => (await getHolder()) === 'first');
    start('second', 5);
    await sleep(30);
    expect(await getHolder()).toBe('first');

    await first.stop();

    await waitFor(async () => (await getHolder()) === 'second');
    expect(errors).toEqual([]);
  });

  it('reports an error and goes on', async () => {
    const failure = new StoreUnavailable(new Error('gone'));
    jest.spyOn(storage.eventConsumers, 'acquire').mockRejectedValueOnce(failure);

    start('one', 5);

    await waitFor(async () => (await getHolder()) === 'one');
    expect(errors).toEqual([failure]);
  });
});
