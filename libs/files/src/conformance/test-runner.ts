type Body = () => Promise<void> | void;

/**
 * What the kit needs of a test runner. Jest has these functions as globals, Vitest with `globals: true`; for `node:test` they
 * are `{ describe, it, beforeEach, afterEach }`.
 */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: Body) => unknown;
  readonly beforeEach: (body: Body) => unknown;
  readonly afterEach: (body: Body) => unknown;
}
