/** Something that was not taken over as it is, counted over all resources. */
export interface ImportNote {
  /** Such as `node--article.field_tags: references to a missing resource`. */
  readonly message: string;
  readonly count: number;
  /** The first resources, such as `node--article/0190b0a0-…`. */
  readonly examples: readonly string[];
}

const EXAMPLES = 5;
/** Different messages; further ones are counted together. */
const MESSAGES_MAXIMUM = 2000;
const OTHERS = 'further notes';

/** Counts notes by message, so that the report of a large site stays short. */
export class NoteCounter {
  private readonly notes = new Map<string, { count: number; readonly examples: string[] }>();

  /** @param resource such as `node--article/0190b0a0-…` */
  add(message: string, resource: string): void {
    const isKnown = this.notes.has(message) || this.notes.size < MESSAGES_MAXIMUM;
    const key = isKnown ? message : OTHERS;
    const note = this.notes.get(key) ?? { count: 0, examples: [] };
    note.count += 1;
    if (note.examples.length < EXAMPLES) note.examples.push(resource);
    this.notes.set(key, note);
  }

  toArray(): readonly ImportNote[] {
    return [...this.notes].map(([message, { count, examples }]) => ({ message, count, examples }));
  }
}
