import { OneAtATime } from './one-at-a-time.js';

describe('OneAtATime', () => {
  it('runs tasks in the order they came, each after the end of the one before', async () => {
    const queue = new OneAtATime();
    const seen: string[] = [];
    const task = (name: string, ticks: number) => async () => {
      seen.push(`${name} begins`);
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      seen.push(`${name} ends`);
    };

    await Promise.all([queue.run(task('long', 5)), queue.run(task('short', 1))]);

    expect(seen).toEqual(['long begins', 'long ends', 'short begins', 'short ends']);
  });

  it('goes on after a task that fails, and tells only its own caller', async () => {
    const queue = new OneAtATime();

    const failing = queue.run(() => Promise.reject(new Error('out of paper')));
    const next = queue.run(() => Promise.resolve('printed'));

    await expect(failing).rejects.toThrow('out of paper');
    await expect(next).resolves.toBe('printed');
  });
});
