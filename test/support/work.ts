/** Processor time of this process in microseconds: the minimum of several runs, to exclude disturbance by other processes. */
async function smallestWork(run: () => unknown, runs: number): Promise<number> {
  let smallest = Infinity;
  for (let n = 0; n < runs; n += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    smallest = Math.min(smallest, user + system);
  }
  return smallest;
}

/**
 * The ratio of the work for inputs of size 4n and n: about 4 when linear, 16 when quadratic. A ratio that is not
 * linear is measured again, at most twice: garbage collection and other processes change a measurement, not the class
 * of an algorithm.
 *
 * @param run does the work for an input of the given size
 */
export async function growthOfWork(n: number, run: (size: number) => unknown, runs = 7): Promise<number> {
  const measureWork = (size: number): Promise<number> => smallestWork(() => run(size), runs);
  await measureWork(n);
  let growth = Infinity;
  for (let attempt = 0; attempt < 3 && growth >= LINEAR; attempt += 1) {
    growth = Math.min(growth, (await measureWork(4 * n)) / (await measureWork(n)));
  }
  return growth;
}

/** Upper bound of the ratio for linear work: between 4 and 16, with a margin for both. */
export const LINEAR = 9;
