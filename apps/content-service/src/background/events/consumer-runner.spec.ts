import { setTimeout as sleep } from 'node:timers/promises';
import { ConsumerRunner, type ConsumerRunnerOptions, type ConsumerTask } from '@content-service/events';
import { DomainError } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';

const HOUR_MS = 3_600_000;

describe('ConsumerRunner', () => {
  let storage: Storage;
  const errors: unknown[] = [];
  const runners: ConsumerRunner[] = [];
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    await storage.open();
    errors.length = 0;
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop();
  });

  function start(task: ConsumerTask, options: Partial<ConsumerRunnerOptions> = {}): ConsumerRunner {
    const runner = new ConsumerRunner(storage.eventConsumers, 'broker', task, {
      holder: 'here',
      pollMs: 5,
      onError: (error) => void errors.push(error),
      ...options,
    });
    runners.push(runner);
    runner.start();
    return runner;
  }

  const findConsumer = async () =>
    (await storage.eventConsumers.list()).find(({ name }) => name === 'broker');

  async function waitFor(isReached: () => Promise<boolean> | boolean): Promise<void> {
    while (!(await isReached())) await sleep(5);
  }

  it('shows why the task fails until it succeeds, and frees the lease for other processes', async () => {
    const failure = new DomainError('gone', 'The broker is gone.');
    let isGone = true;
    const process: ConsumerTask = ({ position }) =>
      isGone ? Promise.reject(failure) : Promise.resolve(position);
    start(process, { pollMs: HOUR_MS, getRetryDelayMs: () => HOUR_MS });
    await waitFor(async () => (await findConsumer())?.error !== undefined);
    expect(await findConsumer()).toMatchObject({ error: 'The broker is gone.', holder: undefined });

    isGone = false;
    start(process, { holder: 'there' });

    await waitFor(async () => (await findConsumer())?.error === undefined);
    expect(await findConsumer()).toMatchObject({ holder: 'there' });
    expect(errors).toEqual([failure]);
  });

  it('does not show the message of an unexpected error', async () => {
    start(() => Promise.reject(new Error('SELECT secret FROM account')));

    await waitFor(async () => (await findConsumer())?.error !== undefined);

    expect((await findConsumer())?.error).toBe('An unexpected error; the log of the process has it.');
  });

  it('asks for the delay after each error in a row, and starts over after a success', async () => {
    const failures: number[] = [];
    const outcomes = ['fails', 'fails', 'fails', 'succeeds', 'fails'];
    const process: ConsumerTask = ({ position }) =>
      outcomes.shift() === 'fails' ? Promise.reject(new Error('gone')) : Promise.resolve(position);

    start(process, {
      getRetryDelayMs: (count) => {
        failures.push(count);
        return 1;
      },
    });

    await waitFor(() => failures.length === 4);
    expect(failures).toEqual([1, 2, 3, 1]);
  });

  it('notices between two tasks that its lease has ended, and continues at the changed position', async () => {
    const positions: number[] = [];
    start(
      ({ position }) => {
        positions.push(position);
        return Promise.resolve(position);
      },
      { leaseSeconds: 0.06 },
    );
    await waitFor(() => positions.length > 0);

    await storage.eventConsumers.change('broker', { position: 3 });

    await waitFor(() => positions.at(-1) === 3);
    expect(errors).toEqual([]);
  });

  it('continues at the position that was stored before an error', async () => {
    const positions: number[] = [];
    start(async ({ lease, position }) => {
      positions.push(position);
      if (positions.length === 2) throw new Error('gone');
      if (positions.length > 2) return position;
      await storage.eventConsumers.advance(lease, 7);
      return 7;
    });

    await waitFor(() => positions.length >= 3);

    expect(positions.slice(0, 3)).toEqual([0, 7, 7]);
  });
});
