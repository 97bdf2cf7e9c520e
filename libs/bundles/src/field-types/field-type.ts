import type { Json, JsonObject } from '@content-service/kernel';
import type { Field, FieldSettings } from '../field.js';
import type { Property } from '../property.js';

/** Turns the text of a formatted field into safe HTML. The application brings the sanitiser. */
export abstract class TextFormatter {
  /**
   * @param format one of `TEXT_FORMATS`, or `null` for plain text
   * @returns HTML without scripts, styles or event handlers
   */
  abstract toHtml(text: string, format: string | null): string;
}

/** What parsing a value may need besides the value and its field. */
export interface ValueContext {
  readonly formatter: TextFormatter;
}

/** The rules of one field type; the table of them all stands in `index.ts`. */
export interface FieldType {
  readonly name: string;
  /** What people call it. */
  readonly label: string;
  /** One sentence for the person who chooses a type. */
  readonly description: string;
  /** The settings it can be told; others would mean nothing. */
  readonly settings: readonly (keyof FieldSettings)[];
  /** Whether an item is an object with members (then filters must name one). */
  readonly compound: boolean;
  /** What a single-valued field without a value shows; `null` unless said. */
  readonly absent?: Json;
  /** Whether a list is a value of its own, not several values. */
  readonly takesLists?: true;
  /** What filters and sorts can compare; none means that they cannot use the field at all. */
  properties(field: Field): readonly Property[];
  /** @throws InvalidDefinition */
  checkSettings?(field: Field): void;
  /**
   * One item of a request body in the form it is stored and shown in, or `null` when it says that there is none.
   *
   * @param input never `null`
   * @throws InvalidValue naming the field, what it wants and what it got
   */
  parse(input: Json, field: Field, context: ValueContext): Json;
  /** JSON Schema (2020-12) of one item, as answers show it. */
  schema(field: Field): JsonObject;
}
