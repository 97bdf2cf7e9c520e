import type { Json } from '@content-service/kernel';
import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import { defineProperty, type Field } from '../field.js';
import type { FieldSettings } from '../field-settings.js';
import type { FieldType } from './field-type.js';
import { entityReference } from './reference.js';
import { formatForError } from './error-text.js';
import { parseMembers } from './text.js';

/** The resource type of files. */
export const FILE_TYPE = 'file--file';

/** The extensions that a field accepts whose settings name none. */
const DEFAULT_EXTENSIONS = {
  file: ['txt', 'pdf', 'docx', 'xlsx', 'csv', 'zip', 'mp3', 'mp4', 'webm'],
  image: ['png', 'gif', 'jpg', 'jpeg', 'webp', 'avif'],
} as const;

/**
 * Extensions of files that a web server or the computer of a visitor might execute (OWASP File Upload Cheat Sheet): no field
 * accepts them.
 */
const EXECUTABLE_EXTENSIONS: readonly string[] = [
  ...[
    'asp',
    'aspx',
    'bat',
    'cgi',
    'cmd',
    'com',
    'dll',
    'exe',
    'hta',
    'htm',
    'html',
    'htaccess',
    'jar',
    'js',
    'jsp',
  ],
  ...[
    'jspx',
    'lnk',
    'mjs',
    'msi',
    'phar',
    'php',
    'php3',
    'php4',
    'php5',
    'php7',
    'phps',
    'pht',
    'phtml',
    'pl',
  ],
  ...[
    'ps1',
    'py',
    'rb',
    'scr',
    'sh',
    'shtml',
    'swf',
    'vbs',
    'wasm',
    'wsf',
    'xht',
    'xhtml',
    'xml',
    'xsl',
    'xslt',
  ],
];

const EXTENSION = /^[a-z0-9]{1,12}$/;
const EXTENSIONS_MAXIMUM = 50;

/** The files that a field of the type `file` or `image` accepts. */
export interface FileRules {
  /** Lower-case, without the point. */
  readonly extensions: readonly string[];
  /** Without a value the limit of all uploads applies. */
  readonly maxBytes: number | undefined;
  /** Whether the bytes must be those of an image. */
  readonly image: boolean;
}

/** The rules of a field for files; `undefined` for a field of another type. */
export function getFileRules({ type, settings }: Pick<Field, 'type' | 'settings'>): FileRules | undefined {
  if (type !== 'file' && type !== 'image') return undefined;
  return {
    extensions: settings.fileExtensions ?? DEFAULT_EXTENSIONS[type],
    maxBytes: settings.maxBytes,
    image: type === 'image',
  };
}

/** Whether every extension that is accepted before a change of settings is accepted after it. */
export function keepsExtensions(
  before: FieldSettings['fileExtensions'],
  after: FieldSettings['fileExtensions'],
  type: Field['type'],
): boolean {
  if (type !== 'file' && type !== 'image') return true;
  const extensions = after ?? DEFAULT_EXTENSIONS[type];
  return (before ?? DEFAULT_EXTENSIONS[type]).every((extension) => extensions.includes(extension));
}

/** Whether no field accepts files with an extension. @param extension lower-case, without the point */
export function isExecutableExtension(extension: string): boolean {
  return EXECUTABLE_EXTENSIONS.includes(extension);
}

function validateFileSettings({ name, settings: { fileExtensions, maxBytes } }: Field): void {
  if (maxBytes !== undefined && (!Number.isSafeInteger(maxBytes) || maxBytes < 1))
    throw new InvalidDefinition(
      `maxBytes of ${name} must be a whole number from 1.`,
      { pointer: '/maxBytes' },
      { minimum: 1 },
    );
  if (fileExtensions === undefined) return;
  if (fileExtensions.length === 0 || fileExtensions.length > EXTENSIONS_MAXIMUM)
    throw new InvalidDefinition(
      `fileExtensions of ${name} must have 1 to ${EXTENSIONS_MAXIMUM} items.`,
      { pointer: '/fileExtensions' },
      { minItems: 1, maxItems: EXTENSIONS_MAXIMUM },
    );
  for (const [index, extension] of fileExtensions.entries()) {
    const source = { pointer: `/fileExtensions/${index}` };
    if (!EXTENSION.test(extension))
      throw new InvalidDefinition(
        `An item of fileExtensions of ${name} must have 1 to 12 of a-z and 0-9, without a point.`,
        source,
        { pattern: EXTENSION.source },
      );
    if (isExecutableExtension(extension))
      throw new InvalidDefinition(
        `${name} cannot accept files with the extension '${extension}': they could be executed.`,
        source,
        { not: { enum: EXECUTABLE_EXTENSIONS } },
      );
  }
}

/** A relationship to uploaded files. */
export const file: FieldType = {
  ...entityReference,
  name: 'file',
  label: 'File',
  description: 'Uploaded files, such as documents and recordings.',
  settings: ['fileExtensions', 'maxBytes'],
  targetTypes: [FILE_TYPE],
  validateSettings: validateFileSettings,
};

/** A relationship to uploaded images, with `alt`, `title`, `width` and `height` in the `meta` of its identifiers. */
export const image: FieldType = {
  ...file,
  name: 'image',
  label: 'Image',
  description: 'Uploaded images with alternative texts.',
};

/** The address of a file: `value` within its store, `url` for clients. For the base field of files only. */
export const fileUri: FieldType = {
  name: 'file_uri',
  label: 'File address',
  description: 'The address of a file.',
  settings: [],
  compound: true,
  getProperties: () => [
    // Longer than the name of the file, which is percent-encoded.
    defineProperty('text', 'value', { caseSensitive: true }),
    defineProperty('text', 'url', { caseSensitive: true }),
  ],
  parse: (input, field) => {
    const { value, url } =
      typeof input === 'string' ? { value: input, url: input } : parseMembers(input, field, ['value', 'url']);
    if (typeof value === 'string' && typeof url === 'string') return { value, url };
    const wrong = typeof value === 'string' ? 'url' : 'value';
    throw new InvalidValue(`${field.name}.${wrong} must be text.`, [wrong], { type: 'string' });
  },
  normalize: (stored) => (typeof stored === 'string' ? { value: stored, url: stored } : stored),
  buildSchema: () => ({
    type: 'object',
    properties: {
      value: { type: 'string', description: 'The address in the store.' },
      url: { type: 'string', description: 'The path below the host of this service, or an absolute URL.' },
    },
    required: ['value', 'url'],
  }),
};

/** The point of an image that stays visible when it is cropped. For the base field of files only. */
export const focalPoint: FieldType = {
  name: 'focal_point',
  label: 'Focal point',
  description: 'The point of an image that stays visible when it is cropped.',
  settings: [],
  compound: true,
  getProperties: () => [],
  parse: (input, field) => {
    const { x, y } = parseMembers(input, field, ['x', 'y']);
    return { x: parsePercentage(x ?? null, 'x', field), y: parsePercentage(y ?? null, 'y', field) };
  },
  buildSchema: () => {
    const percentage = { type: 'number', minimum: 0, maximum: 100 };
    return {
      type: 'object',
      description: 'In percent of width and height, from the upper left corner.',
      properties: { x: percentage, y: percentage },
      required: ['x', 'y'],
    };
  },
};

function parsePercentage(input: Json, member: 'x' | 'y', { name }: Field): number {
  if (typeof input === 'number' && input >= 0 && input <= 100) return input;
  throw new InvalidValue(
    `${name}.${member} must be a number from 0 to 100, got ${formatForError(input)}.`,
    [member],
    { type: 'number', minimum: 0, maximum: 100 },
  );
}
