type Body = () => Promise<void> | void;

/** What the kit needs of a test runner: names that Jest puts on the global object, and Vitest does with `globals`. */
interface Runner {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: (name: string, body: Body) => void;
  readonly beforeAll: (body: Body) => void;
  readonly afterAll: (body: Body) => void;
}

export const { describe, it, beforeAll, afterAll } = globalThis as unknown as Runner;
