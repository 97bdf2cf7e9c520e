/** The size of an image in pixels, as it is shown: turned as its EXIF data says. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** What the bytes of a file are. */
export interface FileContent {
  /** The media type by which the file is served, such as `image/jpeg`. */
  readonly mediaType: string;
  /** Only for images of pixels. */
  readonly size?: ImageSize;
}

/** Port: finds out what the bytes of a file are. */
export abstract class FileInspector {
  /**
   * @param path of a file on this machine that is not empty; it is not changed
   * @param extension of the name that the client gave, in lower case without the point
   * @returns the content, or what is wrong with it, as in «a file that is no image/png, as its name says»
   */
  abstract inspect(path: string, extension: string): Promise<FileContent | { readonly refusal: string }>;
}

/** The media types of the extensions that are known; a site can accept others, which are served without a type of their own. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  avif: 'image/avif',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  epub: 'application/epub+zip',
  flac: 'audio/x-flac',
  gif: 'image/gif',
  gz: 'application/gzip',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  m4a: 'audio/x-m4a',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  vtt: 'text/vtt',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** The media type of files with an extension. @param extension lower-case, without the point */
export function getMediaType(extension: string): string {
  return (
    (Object.hasOwn(MEDIA_TYPES, extension) ? MEDIA_TYPES[extension] : undefined) ?? 'application/octet-stream'
  );
}

/** The types that browsers show inside of a page or a tab; others are downloads. */
const INLINE_TYPES: ReadonlySet<string> = new Set([
  ...['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/avif'],
  ...['audio/mpeg', 'audio/ogg', 'video/mp4', 'video/webm', 'application/pdf', 'text/plain'],
]);

/** Whether browsers show files of a type; an SVG can contain scripts and is a download. */
export function isShownInline(mediaType: string): boolean {
  return INLINE_TYPES.has(mediaType);
}
