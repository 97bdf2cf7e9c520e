/** Types of the used part of the package, which has none of its own. */
declare module 'better-sqlite3' {
  export default class Database {
    constructor(file: string, options?: { readonly timeout?: number });
    pragma(text: string): unknown;
    exec(statement: string): this;
    prepare(statement: string): Statement;
  }

  export interface Statement {
    /** Whether the statement returns rows. */
    readonly reader: boolean;
    all(...values: readonly unknown[]): unknown[];
    run(...values: readonly unknown[]): { readonly changes: number };
  }
}
