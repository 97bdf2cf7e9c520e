import type { Json, JsonObject } from '@content-service/kernel';
import type { Field, Property } from '../field.js';
import type { FieldSettings } from '../field-settings.js';

/** Port: converts the text of a formatted field to safe HTML. The application implements it with a sanitizer. */
export abstract class TextFormatter {
  /**
   * @param format one of `TEXT_FORMATS`, or `null` for plain text
   * @returns HTML without scripts, styles or event handlers
   * @throws InvalidValue for a text that is too costly to sanitize; the message does not name the field
   */
  abstract toHtml(text: string, format: string | null): string;
}

/** Dependencies of parsing a value. */
export interface ValueContext {
  readonly formatter: TextFormatter;
  /** The names of the menus of the site; absent where every name is accepted. */
  readonly menus?: readonly string[] | undefined;
}

/** The rules of one field type. `FIELD_TYPES` lists all. */
export interface FieldType {
  readonly name: string;
  /** The display name. */
  readonly label: string;
  /** One sentence for the choice of a type. */
  readonly description: string;
  /** The settings that have an effect. */
  readonly settings: readonly (keyof FieldSettings)[];
  /** Whether an item is an object with members; filters must then name one. */
  readonly compound: boolean;
  /** Whether the value of the field is linkage. */
  readonly reference?: true;
  /** The text for the id of a target, of references that documents have as attributes. `parse` returns that id. */
  formatTarget?(id: string): string;
  /** The only targets of a reference; without them a setting names them. */
  readonly targetTypes?: readonly string[];
  /** The value that documents show for an absent single value; `null` by default. */
  readonly absentValue?: Json;
  /** Whether a list is one value instead of several values. */
  readonly acceptsLists?: true;
  /** The properties for filters and sorts; without any the field can be used in neither. */
  getProperties(field: Field): readonly Property[];
  /** The members with the words that full text search finds; an empty name for the value of a plain field. None by default. */
  readonly searchedProperties?: readonly string[];
  /** @throws InvalidDefinition with a pointer below the settings, such as `/targetTypes` */
  validateSettings?(field: Field): void;
  /**
   * Parses one item of a request body to the form in which it is stored and shown; `null` for an empty item.
   *
   * @param input never `null`
   * @throws InvalidValue with the field, the expected form and the value
   */
  parse(input: Json, field: Field, context: ValueContext): Json;
  /** The present form of an item that an earlier version of the service stored; the item itself by default. */
  normalize?(stored: Json): Json;
  /** The JSON Schema (2020-12) of one item in documents. */
  buildSchema(field: Field): JsonObject;
}
