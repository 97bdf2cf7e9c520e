/** An immutable set of scope names, in the order they were given. */
export class ScopeSet {
  static readonly none = new ScopeSet([]);

  private readonly names: ReadonlySet<string>;

  private constructor(names: Iterable<string>) {
    this.names = new Set(names);
  }

  static of(...names: readonly string[]): ScopeSet {
    return new ScopeSet(names);
  }

  /** Reads the `scope` parameter: names parted by spaces (RFC 6749 §3.3). */
  static parse(text: string): ScopeSet {
    return new ScopeSet(text.split(' ').filter((name) => name !== ''));
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  get size(): number {
    return this.names.size;
  }

  intersect(other: ScopeSet): ScopeSet {
    return new ScopeSet([...this.names].filter((name) => other.has(name)));
  }

  /** The first of these scopes that `allowed` lacks: a set is a subset when there is none. */
  firstOutside(allowed: ScopeSet): string | undefined {
    return [...this.names].find((name) => !allowed.has(name));
  }

  equals(other: ScopeSet): boolean {
    return this.size === other.size && this.firstOutside(other) === undefined;
  }

  toArray(): readonly string[] {
    return [...this.names];
  }

  /** The form of the `scope` parameter and claim. */
  toString(): string {
    return [...this.names].join(' ');
  }
}
