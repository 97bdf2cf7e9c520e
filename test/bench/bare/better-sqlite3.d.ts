/** As much of the package, which brings no types, as the yardstick uses. */
declare module 'better-sqlite3' {
  export default class Database {
    constructor(file: string, options?: { readonly timeout?: number });
    pragma(text: string): unknown;
    exec(statement: string): this;
    prepare(statement: string): Statement;
  }

  export interface Statement {
    /** Whether it gives rows. */
    readonly reader: boolean;
    all(...values: readonly unknown[]): unknown[];
    run(...values: readonly unknown[]): { readonly changes: number };
  }
}
