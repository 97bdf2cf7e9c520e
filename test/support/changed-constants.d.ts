interface LoadedModule {
  readonly format: string;
  readonly source: string;
}

export function initialize(values: Readonly<Record<string, number>>): void;

/** Matches `NAME = 30;` in the source, in a built module and in the bundle. */
export function createDeclarationPattern(name: string): RegExp;

export function load(
  url: string,
  context: object,
  nextLoad: (url: string, context: object) => Promise<LoadedModule>,
): Promise<LoadedModule>;
