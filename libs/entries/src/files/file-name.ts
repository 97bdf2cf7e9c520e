import { FILE_TYPE, isExecutableExtension } from '@content-service/bundles';
import { isJsonObject, type JsonObject, type Uuid } from '@content-service/kernel';
import type { Attributes } from '../entry.js';

/** Characters of the name of a file: file systems allow 255 bytes, and a download may get a number behind its name. */
export const FILE_NAME_MAXIMUM = 240;

/**
 * The base name of a file as clients send it: without folders, leading points and control characters, in NFC; empty when nothing
 * remains (OWASP File Upload Cheat Sheet, «Filename Sanitization»).
 *
 * @example toBaseName('../pictures/Bild 1.jpg') // 'Bild 1.jpg'
 */
export function toBaseName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\uFFFD]/gu, '')
    .normalize('NFC')
    .replace(/^[.\s]+/, '')
    .trimEnd();
}

/** The extension of a file in lower case, without the point; empty without one. */
export function getFileExtension(name: string): string {
  return /\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** What is wrong with the name of a file, as in «a file that has no name»; `undefined` for a valid one. @param name a base name */
export function findFileNameProblem(name: string): string | undefined {
  if (name === '') return 'has no name.';
  if (Array.from(name).length > FILE_NAME_MAXIMUM)
    return `has a name of more than ${FILE_NAME_MAXIMUM} characters.`;
  const executable = name.toLowerCase().split('.').slice(1).find(isExecutableExtension);
  return executable === undefined ? undefined : `has the extension '${executable}': it could be executed.`;
}

/** The path of a file on this service, percent-encoded. */
export function buildFilePath(id: Uuid, name: string): string {
  return `/files/${id}/${encodeURIComponent(name)}`;
}

/** The address of a file that this service stores, the value of the base field `uri`. */
export function toFileUri(id: Uuid, name: string): JsonObject {
  return { value: `public://${id}/${name}`, url: buildFilePath(id, name) };
}

/** Whether this service stores the bytes of a file; those of an imported one may lie at an address elsewhere. */
export function isStoredFile(type: string, id: Uuid, { uri }: Attributes): boolean {
  if (type !== FILE_TYPE || !isJsonObject(uri)) return false;
  const { url } = uri;
  return typeof url === 'string' && url.startsWith(`/files/${id}/`);
}
