import { eachOf } from './each-of.js';

describe('eachOf', () => {
  it('goes on after a failure, and tells of it', async () => {
    const done: number[] = [];
    const act = async (n: number): Promise<void> => {
      if (n === 2) throw new Error('two');
      done.push(n);
    };

    const { succeeded, failures } = await eachOf([1, 2, 3, 4, 5, 6], act);

    expect(done.toSorted()).toEqual([1, 3, 4, 5, 6]);
    expect({ succeeded, failures: failures.map(({ message }) => message) }).toEqual({
      succeeded: 5,
      failures: ['two'],
    });
  });

  it('does at most four at the same time', async () => {
    let [running, most] = [0, 0];
    const act = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
    };

    await eachOf(
      Array.from({ length: 20 }, (_, n) => n),
      act,
    );

    expect(most).toBe(4);
  });
});
