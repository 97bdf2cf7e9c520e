import { readFileSync } from 'node:fs';
import { sha256 } from '@content-service/kernel';
import { resolvePackageFile } from '../../../platform/files/package-files.js';

const text = readFileSync(resolvePackageFile('assets/pages.css'), 'utf8');

/** The script that is part of all pages. */
export const SCRIPT = readFileSync(resolvePackageFile('assets/pages.js'), 'utf8').trim();

/** The stylesheet of all pages. Its name contains a hash of its text, so browsers can cache it without revalidation. */
export const STYLESHEET = { name: `pages-${sha256(text).slice(0, 10)}.css`, text } as const;
