import { UploadQueue } from './upload-queue.js';

/** A task that ends when it is told to. */
function createTask(): {
  readonly run: () => Promise<void>;
  readonly isStarted: () => boolean;
  readonly end: () => void;
} {
  let started = false;
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    run: () => {
      started = true;
      return promise;
    },
    isStarted: () => started,
    end: () => {
      end();
    },
  };
}

const { signal } = new AbortController();

/** Lets what is resolved go on. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

describe('UploadQueue', () => {
  it('runs at most so many tasks at a time, in their order', async () => {
    const queue = new UploadQueue(2);
    const tasks = [createTask(), createTask(), createTask(), createTask()];
    const results = tasks.map(({ run }) => queue.run(run, signal));
    await settle();
    expect(tasks.map(({ isStarted }) => isStarted())).toEqual([true, true, false, false]);

    tasks[1]?.end();
    await settle();
    expect(tasks.map(({ isStarted }) => isStarted())).toEqual([true, true, true, false]);

    for (const { end } of tasks) end();
    await Promise.all(results);
  });

  it('goes on after a task that fails', async () => {
    const queue = new UploadQueue(1);
    const failing = queue.run(() => Promise.reject(new Error('refused')), signal);
    const next = queue.run(() => Promise.resolve('stored'), signal);

    await expect(failing).rejects.toThrow('refused');
    expect(await next).toBe('stored');
  });

  it('does not begin a task that was aborted while it waited, and begins the one after it', async () => {
    const queue = new UploadQueue(1);
    const [first, cancelled, last] = [createTask(), createTask(), createTask()];
    const controller = new AbortController();
    const running = queue.run(first.run, signal);
    const waiting = queue.run(cancelled.run, controller.signal);
    const behind = queue.run(last.run, signal);
    controller.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    expect(last.isStarted()).toBe(false);

    first.end();
    await running;
    await settle();
    expect([cancelled.isStarted(), last.isStarted()]).toEqual([false, true]);
    last.end();
    await behind;
  });
});
