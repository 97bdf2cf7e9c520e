import { type Attributes, toFileUri } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { FileContent } from './file-content.js';
import type { ReceivedFile } from './receive-file.js';

/** The attributes of `file--file` that follow from the bytes of a stored file and its name. */
export function describeStoredFile(
  id: Uuid,
  name: string,
  { bytes, checksum }: ReceivedFile,
  { mediaType, size }: FileContent,
): Attributes {
  return {
    filename: name,
    uri: toFileUri(id, name),
    filemime: mediaType,
    filesize: bytes,
    checksum,
    width: size?.width ?? null,
    height: size?.height ?? null,
  };
}
