type Body = () => Promise<void> | void;

/**
 * What the kit needs of a test runner. Jest has these functions as globals, Vitest with `globals: true`; for `node:test` they
 * are `{ describe, it, beforeAll: before, afterAll: after }`.
 */
export interface TestRunner {
  /** Calls `body` at once or later; suites are nested. */
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: Body) => unknown;
  /** Before the first test of the surrounding suite. */
  readonly beforeAll: (body: Body) => unknown;
  /** After the last test of the surrounding suite. */
  readonly afterAll: (body: Body) => unknown;
}

let current: Partial<TestRunner> = globalThis as Partial<TestRunner>;

/** Chooses the runner of all suites that are defined from now on. */
export function useRunner(runner: TestRunner): void {
  current = runner;
}

export function describe(name: string, body: () => void): void {
  getFunction('describe')(name, body);
}

export function it(name: string, body: Body): void {
  getFunction('it')(name, body);
}

export function beforeAll(body: Body): void {
  getFunction('beforeAll')(body);
}

export function afterAll(body: Body): void {
  getFunction('afterAll')(body);
}

/** @throws Error when there is neither a global function nor a runner */
function getFunction<Name extends keyof TestRunner>(name: Name): TestRunner[Name] {
  const found = current[name];
  if (found !== undefined) return found;
  throw new Error(
    `The test runner has no global '${name}': pass the runner to describeStorage, or enable its globals (Vitest: globals: true).`,
  );
}
