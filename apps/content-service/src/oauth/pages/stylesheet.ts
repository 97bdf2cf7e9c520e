import { readFileSync } from 'node:fs';
import { sha256 } from '@content-service/kernel';

/** Beside `src` and `dist`, so that both find it. */
const FILE = new URL('../../../assets/pages.css', import.meta.url);

const text = readFileSync(FILE, 'utf8');

/** The one stylesheet of all pages. Its name changes with its text, so browsers can keep it for good. */
export const STYLESHEET = { name: `pages-${sha256(text).slice(0, 10)}.css`, text } as const;
