/** A condition on a field, as the address of the list has it. */
export interface Condition {
  /** A path of a filter, such as `field_tags.name`. */
  readonly path: string;
  readonly operator: string;
  readonly value: string;
}
