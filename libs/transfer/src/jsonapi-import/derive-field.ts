import {
  type Field,
  type FieldSettings,
  type FieldTypeName,
  getFileRules,
  UNLIMITED,
} from '@content-service/bundles';
import type { ValueClass } from './classify-value.js';
import type { ObservedAttribute } from './observe-fields.js';
import type { FieldHint } from './schema-hints.js';

/** The type of a field as documents and schema tell it. */
export interface DerivedType {
  readonly type: FieldTypeName;
  readonly settings: FieldSettings;
  readonly cardinality: number;
  /** Classes of values that no type but JSON has in common. */
  readonly clash?: readonly ValueClass[] | undefined;
}

const CARDINALITY_MAXIMUM = 1000;
/** All digits of derived decimals: later values may have more digits than the first ones. */
const DECIMAL_PRECISION = 18;

const NUMBERS: ReadonlySet<ValueClass> = new Set(['integer', 'float']);
const WHOLE_NUMBERS: ReadonlySet<ValueClass> = new Set(['integer', 'long_integer']);
const FORMATTED_TEXTS: ReadonlySet<ValueClass> = new Set(['text_long', 'text_with_summary']);
const TEXTS: ReadonlySet<ValueClass> = new Set([
  ...(['datetime', 'date', 'decimal', 'email', 'string', 'string_long', 'long_integer'] as const),
]);

/** Derives the type of an attribute; `undefined` when it has neither a value nor a schema. */
export function deriveType(
  observed: ObservedAttribute | undefined,
  hint: FieldHint | undefined,
): DerivedType | undefined {
  const classes = [...(observed?.classes ?? [])];
  const common = classes.length === 0 ? undefined : unify(classes);
  const item = common === undefined ? fromHint(hint) : refine(toFieldType(common, observed), observed, hint);
  if (item === undefined) return undefined;
  const isList = (observed?.isList ?? false) || (hint?.isList ?? false);
  const clash = common === 'json' && classes.length > 1 ? classes : undefined;
  // A list in a JSON field is one value.
  const cardinality = isList && item.type !== 'json' ? getCardinality(observed?.items ?? 0, hint) : 1;
  return { ...item, cardinality, clash };
}

type ItemType = Pick<DerivedType, 'type' | 'settings'>;

/** The class that holds all values. */
function unify(classes: readonly ValueClass[]): ValueClass {
  const [first = 'json'] = classes;
  if (classes.length === 1) return first;
  const areAll = (set: ReadonlySet<ValueClass>): boolean => classes.every((name) => set.has(name));
  if (areAll(NUMBERS)) return 'float';
  // Digits are kept as they are, also those of the numbers among them that are short.
  if (areAll(WHOLE_NUMBERS)) return 'string';
  if (areAll(FORMATTED_TEXTS)) return 'text_with_summary';
  if (areAll(TEXTS)) return classes.includes('string_long') ? 'string_long' : 'string';
  return 'json';
}

function toFieldType(valueClass: ValueClass, observed: ObservedAttribute | undefined): ItemType {
  switch (valueClass) {
    case 'date':
      return { type: 'datetime', settings: { datetimeType: 'date' } };
    case 'datetime':
      return { type: 'datetime', settings: { datetimeType: 'datetime' } };
    case 'day_range':
      return { type: 'daterange', settings: { datetimeType: 'date' } };
    case 'daterange':
      return { type: 'daterange', settings: { datetimeType: 'datetime' } };
    case 'decimal': {
      // Numbers with different digits after the point are no decimals of one field.
      const [scale, ...others] = observed?.scales ?? [];
      if (scale === undefined || others.length > 0) return { type: 'string', settings: {} };
      return { type: 'decimal', settings: { precision: DECIMAL_PRECISION, scale } };
    }
    case 'long_integer':
      return { type: 'string', settings: {} };
    // Only base fields have these types.
    case 'path':
    case 'file_uri':
      return { type: 'json', settings: {} };
    default:
      return { type: valueClass, settings: {} };
  }
}

function fromHint(hint: FieldHint | undefined): ItemType | undefined {
  if (hint?.type === undefined || hint.type === 'entity_reference') return undefined;
  return { type: hint.type, settings: hint.settings };
}

/** The type of the schema where it is more exact than what the values show. */
function refine(
  item: ItemType,
  observed: ObservedAttribute | undefined,
  hint: FieldHint | undefined,
): ItemType {
  if (hint?.type === undefined) return item;
  const { type, settings } = hint;
  if (type === 'list_string') return areAllowed(observed?.texts, settings) ? { type, settings } : item;
  if (item.type === 'integer' && type === 'float') return { type, settings };
  if (item.type === 'text_long' && type === 'text_with_summary') return { type, settings };
  // A string of limited length can look like a date or a number by chance.
  const isString = type === 'string' && settings.maxLength !== undefined;
  if (isString && ['datetime', 'decimal', 'email'].includes(item.type))
    return { type: 'string', settings: {} };
  if (item.type === 'string' && type === 'string_long') return { type, settings };
  return item;
}

function areAllowed(texts: ReadonlySet<string> | undefined, { allowedValues = [] }: FieldSettings): boolean {
  if (texts === undefined) return false;
  const allowed = new Set(allowedValues.map(({ value }) => value));
  return [...texts].every((text) => allowed.has(text));
}

/**
 * The type of a field for files alone. Images keep the extensions of every image field; files get those that files of the
 * source have, too.
 */
export function deriveFileType(isImage: boolean, extensions: ReadonlySet<string>): ItemType {
  if (isImage) return { type: 'image', settings: {} };
  const { extensions: always = [] } = getFileRules({ type: 'file', settings: {} }) ?? {};
  const fileExtensions = [...new Set([...always, ...extensions])];
  return { type: 'file', settings: fileExtensions.length === always.length ? {} : { fileExtensions } };
}

/** The number of values of a field that has lists. @param items the most values of one resource */
export function getCardinality(items: number, hint: FieldHint | undefined): number {
  const maximum = hint?.maximum ?? UNLIMITED;
  return maximum >= items && maximum <= CARDINALITY_MAXIMUM ? maximum : UNLIMITED;
}

/**
 * True when a field of the source is the base field of the same name: the base field can hold some of its values, or there are
 * none. Values that it cannot hold are left out, since they must not cost the others their meaning.
 */
export function fitsBaseField({ type }: Field, observed: ObservedAttribute | undefined): boolean {
  const accepted = BASE_CLASSES[type];
  const classes = [...(observed?.classes ?? [])];
  const isWord = type === 'boolean' && [...(observed?.texts ?? [])].some((text) => STATES.has(text));
  return (
    accepted !== undefined && (classes.length === 0 || isWord || classes.some((name) => accepted.has(name)))
  );
}

/** Texts for yes and no. */
const STATES: ReadonlySet<string> = new Set(['0', '1', 'true', 'false']);

const BASE_CLASSES: Readonly<Partial<Record<FieldTypeName, ReadonlySet<ValueClass>>>> = {
  string: new Set([...TEXTS, ...NUMBERS, 'file_uri']),
  boolean: new Set(['boolean', 'integer']),
  integer: new Set(['integer']),
  timestamp: new Set(['datetime', 'integer']),
  text_long: new Set([...FORMATTED_TEXTS, 'string', 'string_long']),
  path: new Set(['path']),
  file_uri: new Set([...TEXTS, 'file_uri']),
  link: new Set(['link', 'string', 'string_long']),
  menu_link_parent: new Set(['string']),
};
