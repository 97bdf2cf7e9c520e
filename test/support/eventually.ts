import { setTimeout as wait } from 'node:timers/promises';

/** Sufficient for a busy machine, and less than the time limit of a test. */
const PATIENCE_MS = 120_000;

/** Polls every 20 ms until the condition holds. @throws Error after `patienceMs` */
export async function eventually(
  isTrue: () => Promise<boolean>,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const limit = Date.now() + patienceMs;
  while (!(await isTrue())) {
    if (Date.now() > limit)
      throw new Error(`The condition did not become true within ${patienceMs / 1000} s.`);
    await wait(20);
  }
}

/** As long as a page waits for an element; a reading that is wrong for good fails before the time limit of its test. */
const READING_PATIENCE_MS = 60_000;

type MatchersInTime<Value> = {
  [Name in keyof jest.Matchers<void, Value>]: jest.Matchers<void, Value>[Name] extends (
    ...args: infer Expected
  ) => unknown
    ? (...args: Expected) => Promise<void>
    : never;
};

/**
 * Expects of what is read again every 50 ms: a screen shows the effect of a click a moment after it.
 * @example await expectSoon(() => page.getByRole('alert').count()).toBe(0);
 * @throws the error of the last reading, or that of its matcher, after a minute
 */
export function expectSoon<Value>(
  read: () => Promise<Value> | Value,
): MatchersInTime<Value> & { not: MatchersInTime<Value> } {
  const matchers = (isNegated: boolean): MatchersInTime<Value> =>
    new Proxy({} as MatchersInTime<Value>, {
      get(_, name: keyof MatchersInTime<Value> | 'not') {
        if (name === 'not') return matchers(!isNegated);
        return (...expected: unknown[]) =>
          repeatUntilNoError(async () => {
            const value = expect(await read());
            const match = (isNegated ? value.not : value)[name] as (...args: unknown[]) => void;
            match(...expected);
          });
      },
    });
  return matchers(false) as MatchersInTime<Value> & { not: MatchersInTime<Value> };
}

async function repeatUntilNoError(attempt: () => Promise<void>): Promise<void> {
  const limit = Date.now() + READING_PATIENCE_MS;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > limit) throw error;
    }
    await wait(50);
  }
}
