/** The ids of the records that an operation needs. */
export type NeededIds = readonly string[] | 'all';

/**
 * The part of a collection that was loaded for one operation. Access to another part throws, because it would be taken for
 * absent.
 */
export class LoadedMap<Value> extends Map<string, Value> {
  private readonly stored = new Map<string, Value>();

  constructor(
    readonly prefix: string,
    private readonly needed: NeededIds,
  ) {
    super();
  }

  /** Adds a stored value. */
  add(id: string, value: Value): void {
    this.stored.set(id, value);
    super.set(id, value);
  }

  override get(id: string): Value | undefined {
    return super.get(this.assertLoaded(id));
  }

  override has(id: string): boolean {
    return super.has(this.assertLoaded(id));
  }

  override set(id: string, value: Value): this {
    return super.set(this.assertLoaded(id), value);
  }

  override delete(id: string): boolean {
    return super.delete(this.assertLoaded(id));
  }

  override values(): MapIterator<Value> {
    this.assertComplete();
    return super.values();
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    this.assertComplete();
    return super[Symbol.iterator]();
  }

  /** The changed values; `undefined` for those that were deleted. */
  get differences(): readonly (readonly [string, Value | undefined])[] {
    const ids = new Set([...this.stored.keys(), ...super.keys()]);
    return [...ids]
      .map((id) => [id, super.get(id)] as const)
      .filter(([id, value]) => value !== this.stored.get(id));
  }

  private assertLoaded(id: string): string {
    if (this.needed !== 'all' && !this.needed.includes(id))
      throw new Error(`The record ${this.prefix}${id} was not loaded.`);
    return id;
  }

  private assertComplete(): void {
    if (this.needed !== 'all') throw new Error(`Only some records of ${this.prefix} were loaded.`);
  }
}
