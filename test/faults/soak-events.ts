/** A change of an entry, as the clients of a soak and its consumers know it. */
export interface Change {
  readonly id: string;
  readonly version: number;
  /** `create`, `update` or `delete`; a deletion has the version of the entry that is gone. */
  readonly operation: string;
}

/** Numbers of changes: sets of numbers are small enough for one of each of fifty streams. */
const numbers = new Map<string, number>();

/** A set of changes. */
export class Changes {
  private readonly members = new Set<number>();

  get size(): number {
    return this.members.size;
  }

  add({ id, version, operation }: Change): void {
    const key = `${id} ${version} ${operation}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    this.members.add(number);
  }

  /** The number of its changes that other changes lack. */
  countMissing(others: Changes): number {
    let missing = 0;
    for (const member of this.members) if (!others.members.has(member)) missing += 1;
    return missing;
  }
}

/** The change of the body of a call of a webhook. */
export function parseBody(body: string): Change {
  const { data, meta } = JSON.parse(body) as {
    readonly data: { readonly id: string; readonly meta: { readonly operation: string } };
    readonly meta: { readonly event: { readonly version: number } };
  };
  return { id: data.id, version: meta.event.version, operation: data.meta.operation };
}
