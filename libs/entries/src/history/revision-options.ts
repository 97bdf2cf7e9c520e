/** What a write says of the revision that it makes. */
export interface RevisionOptions {
  /** Why the entry is changed, for other editors. */
  readonly note?: string | undefined;
  /** Whether the change is one of many small ones, such as those that an editor saves while somebody types. */
  readonly minor?: boolean | undefined;
}
