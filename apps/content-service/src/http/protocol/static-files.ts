import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NotFoundException } from '@nestjs/common';
import type { Response } from 'express';
import { resolvePackageFile } from '../../platform/files/package-files.js';
import { acceptsCoding, varyByCoding } from './content-coding.js';

/** Files of the service that pages load, with compressed copies; written by the build (`.config/static-files.js`). */
const BUILT = resolvePackageFile('dist/static/');

const isBuild = import.meta.url.startsWith(pathToFileURL(resolvePackageFile('dist/')).href);

/** Copies of a file that the build makes, by the codings that clients accept (RFC 9110 §8.4.1). Brotli is smaller by a sixth. */
const COPIES = [
  { coding: 'br', suffix: '.br' },
  { coding: 'gzip', suffix: '.gz' },
] as const;

/** The files of the folder `assets`. */
export const ASSETS = findStaticFolder(() => resolvePackageFile('assets/'));

const HOUR_MS = 3_600_000;

interface StaticFileOptions {
  /** How long a browser may use the file without asking; default: an hour. */
  readonly maxAgeMs?: number;
  /** Whether the name changes with the content. */
  readonly immutable?: boolean;
}

/** @returns the folder of the build; when the sources run, the folder that the function names */
export function findStaticFolder(getSourceFolder: () => string): string {
  return isBuild ? BUILT : getSourceFolder();
}

/**
 * Sends a file, or a compressed copy that the client accepts.
 *
 * @param name a file of the folder
 * @throws NotFoundException when there is no such file
 */
export function sendStaticFile(
  response: Response,
  folder: string,
  name: string,
  { maxAgeMs: maxAge = HOUR_MS, immutable = false }: StaticFileOptions = {},
): Promise<void> {
  const copy = varyByCoding(response) ? findCopy(response, folder, name) : undefined;
  if (copy !== undefined) response.type(name).setHeader('Content-Encoding', copy.coding);
  const path = name + (copy?.suffix ?? '');
  return new Promise((resolve, reject) => {
    response.sendFile(path, { root: folder, maxAge, immutable }, (error?: Error) => {
      if (error === undefined || response.headersSent) resolve();
      else reject(new NotFoundException());
    });
  });
}

function findCopy(response: Response, folder: string, name: string): (typeof COPIES)[number] | undefined {
  return COPIES.find(
    ({ coding, suffix }) => acceptsCoding(response, coding) && existsSync(join(folder, name + suffix)),
  );
}
