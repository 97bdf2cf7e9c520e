import { readFileSync } from 'node:fs';
import { sha256 } from '@content-service/kernel';

/** Outside `src` and `dist`, which are equally deep. */
const FILE = new URL('../../../assets/pages.css', import.meta.url);

const text = readFileSync(FILE, 'utf8');

/** The stylesheet of all pages. Its name contains a hash of its text, so browsers can cache it without revalidation. */
export const STYLESHEET = { name: `pages-${sha256(text).slice(0, 10)}.css`, text } as const;
