import { type Attributes, isStoredFile } from '@content-service/entries';
import { isJsonObject, isUuid, type Uuid } from '@content-service/kernel';

/** A file whose bytes the service keeps, as its entry describes it. */
export interface StoredFile {
  readonly id: Uuid;
  readonly name: string;
  readonly bytes: number;
  /** SHA-256, lower-case hexadecimal. */
  readonly checksum: string;
  readonly mediaType: string;
}

/** Number and size of files whose bytes were moved. */
export interface FileTotals {
  readonly count: number;
  readonly bytes: number;
}

/** @returns `undefined` for entries of other types, and for files whose bytes are at an address elsewhere */
export function toStoredFile(type: string, id: Uuid, attributes: Attributes): StoredFile | undefined {
  if (!isStoredFile(type, id, attributes)) return undefined;
  const { filename, filesize, checksum, filemime } = attributes;
  return {
    id,
    name: typeof filename === 'string' ? filename : '',
    bytes: typeof filesize === 'number' ? filesize : 0,
    checksum: typeof checksum === 'string' ? checksum : '',
    mediaType: typeof filemime === 'string' ? filemime : 'application/octet-stream',
  };
}

/** @example formatFile(file) // "'tram.jpg' (0190163d-8694-739b-aea5-966c26f8ad8e)" */
export function formatFile({ id, name }: Pick<StoredFile, 'id' | 'name'>): string {
  return `'${name}' (${id})`;
}

/** @example formatBytes(94_371_840) // '94.4 MB' */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}

/** The file of a line of a site package; `undefined` for other lines, and files whose bytes are at an address elsewhere. */
export function findStoredFile(line: object): StoredFile | undefined {
  const { kind, resource } = line as { readonly kind?: unknown; readonly resource?: unknown };
  if (kind !== 'entry' || !isJsonObject(resource)) return undefined;
  const { type, id, attributes } = resource;
  if (typeof type !== 'string' || typeof id !== 'string' || !isUuid(id)) return undefined;
  return isJsonObject(attributes) ? toStoredFile(type, id, attributes as Attributes) : undefined;
}
