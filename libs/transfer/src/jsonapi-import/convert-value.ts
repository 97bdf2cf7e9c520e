import { type Field, FIELD_TYPES, InvalidValue, isMultiple } from '@content-service/bundles';
import {
  getOwn,
  isJsonObject,
  isStorable,
  type Json,
  type JsonObject,
  NESTING_MAXIMUM,
} from '@content-service/kernel';
import { adaptFormattedText } from './adapt-text.js';
import { NoHtml } from './classify-value.js';
import { findDifferences } from './compare-values.js';

/** Converts values of one source to the form that fields take. */
export interface ConversionContext {
  /** The origin of the source, against which paths of files are resolved. */
  readonly origin: string;
  /** Called for each value that is changed or left out. @param message such as `a value that is no date` */
  readonly note: (message: string) => void;
}

const PARSE_CONTEXT = { formatter: new NoHtml() };
const STRING_MAXIMUM = 255;
/** Levels of a value: the line of its entry has some, too. */
const LEVELS_MAXIMUM = NESTING_MAXIMUM - 8;

/** Members that are computed here, and the row number of a path alias. */
const COMPUTED: Readonly<Partial<Record<Field['type'], ReadonlySet<string>>>> = {
  text_long: new Set(['processed']),
  text_with_summary: new Set(['processed']),
  path: new Set(['pid']),
};

/**
 * Converts the value of an attribute. Values that the field cannot hold are left out, so that one of them does not cost the
 * whole entry. Every difference between the value and the converted one is noted.
 */
export function convertValue(value: Json, field: Field, context: ConversionContext): Json {
  const reasons: string[] = [];
  const note = (message: string): void => {
    reasons.push(message);
  };
  const storable = makeStorable(value, note);
  const converted = convertStorable(storable, field, { ...context, note });
  // The address of a file is below the host of the source there, and absolute here.
  const differences =
    field.type === 'file_uri' ? [] : [...findDifferences(storable, converted, COMPUTED[field.type])];
  // Reasons say more than the differences that they cause.
  const others = differences.filter((text) => reasons.length === 0 || text.startsWith('the member'));
  for (const message of [...reasons, ...others]) context.note(message);
  return converted;
}

function convertStorable(value: Json, field: Field, context: ConversionContext): Json {
  if (value === null) return null;
  const isOneValue = !isMultiple(field) && FIELD_TYPES[field.type].acceptsLists === true;
  if (isOneValue) return value;
  const items = (Array.isArray(value) ? (value as readonly Json[]) : [value]).flatMap((item) =>
    convertItem(item, field, context),
  );
  const maximum = field.cardinality === -1 ? Infinity : field.cardinality;
  if (items.length > maximum)
    context.note(`more values than the field can have (${field.cardinality}); the first were kept`);
  const kept = items.slice(0, maximum);
  return isMultiple(field) ? kept : (kept[0] ?? null);
}

/** A list of one item, or of none. */
function convertItem(item: Json, field: Field, context: ConversionContext): readonly Json[] {
  if (item === null) return [];
  const adapted = getOwn(ADAPTERS, field.type)?.(item, field, context) ?? item;
  try {
    const type = FIELD_TYPES[field.type];
    const parsed = type.parse(adapted, field, PARSE_CONTEXT);
    if (parsed === null) return [];
    if (typeof parsed === 'string' && type.formatTarget !== undefined) return [type.formatTarget(parsed)];
    // The HTML of a text is computed when it is stored.
    return field.type === 'text_long' || field.type === 'text_with_summary' ? [adapted] : [parsed];
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    context.note(`a value that a field of the type ${field.type} cannot hold`);
    return [];
  }
}

type Adapter = (item: Json, field: Field, context: ConversionContext) => Json;

const WORDS: ReadonlyMap<Json, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Conversions of Drupal's items to those of this service, by field type. */
const ADAPTERS: Readonly<Partial<Record<Field['type'], Adapter>>> = {
  string: adaptString,
  file_uri: adaptFileUri,
  boolean: (item) => WORDS.get(item) ?? item,
  text_long: adaptFormattedText,
  text_with_summary: adaptFormattedText,
  link: (item) => (isJsonObject(item) ? pick(item, ['uri', 'title', 'options']) : item),
  daterange: (item) =>
    isJsonObject(item) ? { value: item['value'], end_value: item['end_value'] ?? item['value'] } : item,
  path: (item) => (isJsonObject(item) ? pick(item, ['alias', 'langcode']) : item),
};

/** The bytes of the file stay at the source. */
function adaptFileUri(item: Json, _: Field, context: ConversionContext): Json {
  if (!isJsonObject(item)) return item;
  const url = getFileAddress(item, STRING_MAXIMUM, context);
  return { value: typeof item['value'] === 'string' ? item['value'] : url, url };
}

function adaptString(item: Json, { settings }: Field, context: ConversionContext): Json {
  const { maxLength = STRING_MAXIMUM } = settings;
  const text = isJsonObject(item) ? getFileAddress(item, maxLength, context) : item;
  if (typeof text !== 'string') return text;
  const characters = Array.from(text);
  if (characters.length <= maxLength) return text;
  context.note(`a text of more than ${maxLength} characters; it was cut`);
  return characters.slice(0, maxLength).join('');
}

/** The address of a file at the source, where its content stays; its internal one when that is too long. */
function getFileAddress(
  { url, value }: JsonObject,
  maxLength: number,
  { origin, note }: ConversionContext,
): Json {
  if (typeof url === 'string' && URL.canParse(url, origin)) {
    const { href } = new URL(url, origin);
    if (href.length <= maxLength) return href;
    note(`an address of more than ${maxLength} characters; the internal one was kept`);
  }
  return value ?? null;
}

function pick(item: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
}

/** The value with characters and levels that every database stores. */
function makeStorable(value: Json, note: ConversionContext['note']): Json {
  const state = inspect(value, 0);
  if (state === 'too deep') {
    note(`a value of more than ${LEVELS_MAXIMUM} levels, which was left out`);
    return null;
  }
  if (state === 'storable') return value;
  note('NUL or broken characters, which were removed or replaced');
  return replaceCharacters(value);
}

function inspect(value: Json | undefined, level: number): 'storable' | 'broken' | 'too deep' {
  if (typeof value === 'string') return isStorable(value) ? 'storable' : 'broken';
  if (typeof value !== 'object' || value === null) return 'storable';
  if (level === LEVELS_MAXIMUM) return 'too deep';
  let state: 'storable' | 'broken' = Object.keys(value).every(isStorable) ? 'storable' : 'broken';
  for (const member of Object.values(value) as readonly Json[]) {
    const inner = inspect(member, level + 1);
    if (inner === 'too deep') return inner;
    if (inner === 'broken') state = inner;
  }
  return state;
}

function replaceCharacters(value: Json): Json {
  if (typeof value === 'string') return replaceIn(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(replaceCharacters);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => [replaceIn(name), replaceCharacters(member)]),
  );
}

function replaceIn(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
