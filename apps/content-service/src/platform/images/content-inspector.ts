import { readFile, stat } from 'node:fs/promises';
import { type FileContent, FileInspector, getMediaType } from '@content-service/files';
import { fileTypeFromFile } from 'file-type';
import { readImageSize } from './sharp-image-reader.js';
import { findSvgProblem } from './svg-problem.js';

/** Bytes of an SVG, which is read into memory. */
const SVG_MAXIMUM = 2 * 1024 * 1024;

/** The types that are found in the bytes of files of a type, where they differ from it. */
const FOUND_TYPES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'application/msword': ['application/x-cfb'],
    'application/vnd.ms-excel': ['application/x-cfb'],
    'application/vnd.ms-powerpoint': ['application/x-cfb'],
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['application/zip'],
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['application/zip'],
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['application/zip'],
    'application/x-gzip': ['application/gzip'],
    'audio/flac': ['audio/x-flac'],
    'audio/ogg': ['audio/opus', 'video/ogg', 'application/ogg'],
    'audio/wav': ['audio/vnd.wave', 'audio/wave', 'audio/x-wav'],
    'audio/x-m4a': ['audio/mp4', 'video/mp4'],
    'video/mp4': ['video/x-m4v', 'video/quicktime', 'audio/x-m4a', 'audio/mp4'],
    'video/quicktime': ['video/mp4'],
    'video/webm': ['video/matroska', 'video/x-matroska', 'audio/webm'],
  }),
);

/** Types of text have no bytes by which they are recognized; nor has a file of an unknown type. */
function isRecognizable(mediaType: string): boolean {
  return (
    !mediaType.startsWith('text/') && !['application/json', 'application/octet-stream'].includes(mediaType)
  );
}

type Inspection = FileContent | { readonly refusal: string };

/** Looks at the bytes of files with `file-type`, and at images with sharp. */
export class ContentInspector extends FileInspector {
  override async inspect(path: string, extension: string): Promise<Inspection> {
    const mediaType = getMediaType(extension);
    if (mediaType === 'image/svg+xml') return this.inspectSvg(path, mediaType);
    const found = (await fileTypeFromFile(path))?.mime;
    const refusal = { refusal: `is no ${mediaType}, as its name says.` };
    if (
      isRecognizable(mediaType)
        ? !isFoundFor(mediaType, found)
        : found !== undefined && mediaType !== 'application/octet-stream'
    )
      return refusal;
    if (!mediaType.startsWith('image/')) return { mediaType };
    const size = await readImageSize(path);
    return size === undefined
      ? { refusal: 'is no image that can be read, or has too many pixels.' }
      : { mediaType, size };
  }

  private async inspectSvg(path: string, mediaType: string): Promise<Inspection> {
    if ((await stat(path)).size > SVG_MAXIMUM)
      return { refusal: `is an SVG of more than ${SVG_MAXIMUM} bytes.` };
    const problem = findSvgProblem(await readFile(path, 'utf8'));
    return problem === undefined ? { mediaType } : { refusal: problem };
  }
}

function isFoundFor(mediaType: string, found: string | undefined): boolean {
  return found !== undefined && (found === mediaType || FOUND_TYPES.get(mediaType)?.includes(found) === true);
}
