import { isUuid, type Uuid } from '@content-service/kernel';

declare const BRAND: unique symbol;

/**
 * The name of an object in a file store, such as `files/8e/0190163d-8694-739b-aea5-966c26f8ad8e`. It consists of lower-case
 * letters, digits, `/`, `-`, `_` and one `.`; its parts are made by the functions of this file, never by a request.
 */
export type FileKey = string & { readonly [BRAND]: true };

/** A picture that was made from a file: the name of its image style, its version, and the extension of its format. */
export interface Derivative {
  /** Such as `large`: up to 64 lower-case letters, digits, `_` and `-`. */
  readonly style: string;
  /** Eight lower-case hexadecimal digits, which change with what the picture is made by. */
  readonly version: string;
  /** Such as `webp`: up to 8 lower-case letters and digits. */
  readonly extension: string;
}

/** A text is no key of a file store. It is a fault of the program, since no request names a key. */
export class FileKeyInvalid extends TypeError {
  constructor(text: unknown) {
    super(`A file key is made by fileKey or derivativeKey, got ${JSON.stringify(text)}.`);
    this.name = new.target.name;
  }
}

/**
 * The key of the bytes of a file: `files/{last two hexadecimal digits of its id}/{id}`. The last digits of a UUID of version 7
 * are random, so that files spread over 256 folders.
 *
 * @throws FileKeyInvalid
 */
export function fileKey(id: Uuid): FileKey {
  return getFileKey(`files/${id.slice(-2)}/${id}`);
}

/**
 * The key of a derivative of a file: `styles/{last two hexadecimal digits}/{id}/{style}-{version}.{extension}`.
 *
 * @throws FileKeyInvalid
 */
export function derivativeKey(id: Uuid, { style, version, extension }: Derivative): FileKey {
  return getFileKey(`styles/${id.slice(-2)}/${id}/${style}-${version}.${extension}`);
}

const FILE = /^files\/(?<folder>[\da-f]{2})\/(?<id>[\da-f-]{36})$/;
const DERIVATIVE =
  /^styles\/(?<folder>[\da-f]{2})\/(?<id>[\da-f-]{36})\/[\da-z][\da-z_-]{0,63}-[\da-f]{8}\.[\da-z]{1,8}$/;

/** @returns `undefined` for a text that `fileKey` and `derivativeKey` do not make */
export function parseFileKey(text: string): FileKey | undefined {
  return findId(text) === undefined ? undefined : (text as FileKey);
}

/** @throws FileKeyInvalid for a text that `fileKey` and `derivativeKey` do not make; adapters call it before they use a key */
export function getFileKey(text: string): FileKey {
  const key = typeof text === 'string' ? parseFileKey(text) : undefined;
  if (key === undefined) throw new FileKeyInvalid(text);
  return key;
}

/** The id of the file whose bytes or derivative a key names. */
export function getFileId(key: FileKey): Uuid {
  const id = findId(key);
  if (id === undefined) throw new FileKeyInvalid(key);
  return id;
}

function findId(text: string): Uuid | undefined {
  const { folder, id = '' } = (FILE.exec(text) ?? DERIVATIVE.exec(text))?.groups ?? {};
  return isUuid(id) && id.slice(-2) === folder ? id : undefined;
}
