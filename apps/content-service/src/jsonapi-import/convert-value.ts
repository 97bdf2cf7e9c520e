import { type Field, FIELD_TYPES, InvalidValue, isMultiple, TEXT_FORMATS } from '@content-service/bundles';
import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { NoHtml } from './classify-value.js';

/** Converts values of one source to the form that fields take. */
export interface ConversionContext {
  /** The origin of the source, against which paths of files are resolved. */
  readonly origin: string;
  /** Called for each value that is changed or left out. @param message such as `a value that is no date` */
  readonly note: (message: string) => void;
}

const PARSE_CONTEXT = { formatter: new NoHtml() };
/** Texts of formats that this service does not have: its HTML is sanitized in any case. */
const OTHER_FORMAT = 'full_html';
const RESTRICTED_FORMAT = 'basic_html';
const STRING_MAXIMUM = 255;

/**
 * Converts the value of an attribute. Values that the field cannot hold are left out with a note, so that one of them does
 * not cost the whole entry.
 */
export function convertValue(value: Json, field: Field, context: ConversionContext): Json {
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
  const adapted = ADAPTERS[field.type]?.(item, field, context) ?? item;
  try {
    const parsed = FIELD_TYPES[field.type].parse(adapted, field, PARSE_CONTEXT);
    return parsed === null ? [] : [adapted];
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    context.note(`a value that a field of the type ${field.type} cannot hold`);
    return [];
  }
}

type Adapter = (item: Json, field: Field, context: ConversionContext) => Json;

/** How items of Drupal differ from those of this service, by field type. */
const ADAPTERS: Readonly<Partial<Record<Field['type'], Adapter>>> = {
  string: adaptString,
  text_long: adaptFormattedText,
  text_with_summary: adaptFormattedText,
  link: (item) => (isJsonObject(item) ? pick(item, ['uri', 'title', 'options']) : item),
  daterange: (item) =>
    isJsonObject(item) ? { value: item['value'], end_value: item['end_value'] ?? item['value'] } : item,
  path: (item) => (isJsonObject(item) ? pick(item, ['alias', 'langcode']) : item),
};

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
function getFileAddress({ url, value }: JsonObject, maxLength: number, { origin }: ConversionContext): Json {
  if (typeof url === 'string' && URL.canParse(url, origin)) {
    const { href } = new URL(url, origin);
    if (href.length <= maxLength) return href;
  }
  return value ?? null;
}

function adaptFormattedText(item: Json, { type }: Field, { note }: ConversionContext): Json {
  if (!isJsonObject(item)) return item;
  const { value = null, format = null, summary = null } = item;
  const known = adaptFormat(format);
  if (known !== null && known !== format) note(`the text format ${JSON.stringify(format)} became ${known}`);
  const text = { value: value ?? '', format: known };
  if (type === 'text_with_summary') return { ...text, summary };
  if (summary !== null && summary !== '') note('a summary, which the field does not have');
  return text;
}

function adaptFormat(format: Json): string | null {
  if (format === null) return null;
  if (typeof format === 'string' && TEXT_FORMATS.includes(format)) return format;
  return format === 'restricted_html' ? RESTRICTED_FORMAT : OTHER_FORMAT;
}

function pick(item: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
}
