const AT_ONCE = 4;

export interface Outcome {
  readonly succeeded: number;
  readonly failures: readonly Error[];
}

/** Does something with each, a few at a time; one that fails does not keep the others from it. */
export async function eachOf<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<Outcome> {
  const failures: Error[] = [];
  const waiting = [...all];
  async function work(): Promise<void> {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        await act(one);
      } catch (error) {
        failures.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { succeeded: all.length - failures.length, failures };
}
