import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../files/package-files.js';

/** The version of the package at the root. */
export function readServiceVersion(): string {
  const file = join(ROOT, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
