import { getMediaType } from '@content-service/files';
import { getFileExtension, toBaseName } from '@content-service/entries';
import { getOwn, isJsonObject, type Json, parseDateTime } from '@content-service/kernel';
import type { SourceResource } from './source-documents.js';

/** A file as the source describes it. */
export interface SourceFile {
  /** The base name here; it has the extension of the content. */
  readonly name: string;
  /** As the source gives it; `undefined` for a file without one. */
  readonly address: string | undefined;
  readonly bytes: number | undefined;
  /** Epoch seconds of the last change. */
  readonly changed: number | undefined;
  /** Whether the source shows it to some users only. */
  readonly isPrivate: boolean;
}

/** Reads a resource of Drupal's type `file--file`, or one of this service. */
export function readSourceFile({ attributes }: SourceResource): SourceFile {
  const uri = getOwn(attributes, 'uri');
  const members = isJsonObject(uri) ? uri : { value: uri, url: uri };
  const [internal, address] = [getText(members['value']), getText(members['url'])];
  const bytes = getOwn(attributes, 'filesize');
  const changed = getText(getOwn(attributes, 'changed'));
  return {
    name: toName(getText(getOwn(attributes, 'filename')) ?? '', address ?? internal ?? ''),
    address,
    bytes: typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined,
    changed: changed === undefined ? undefined : parseDateTime(changed),
    isPrivate: internal?.startsWith('private://') === true || address?.includes('/system/files/') === true,
  };
}

/** Drupal has names without an extension, or with another one than the file: content is judged by that of the file. */
function toName(filename: string, uri: string): string {
  const name = toBaseName(filename);
  const own = toBaseName(decodeLastPart(uri));
  if (name === '') return own;
  const [wanted, extension] = [getFileExtension(own), getFileExtension(name)];
  const type = getMediaType(wanted);
  const isSameType = type !== getMediaType('') && type === getMediaType(extension);
  return wanted === '' || wanted === extension || isSameType ? name : `${name}.${wanted}`;
}

/** The last part of the path of an address, percent-decoded where it is encoded. */
function decodeLastPart(address: string): string {
  const path = URL.canParse(address, 'http://localhost') ? new URL(address, 'http://localhost').pathname : '';
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function getText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
