import { DE } from './de.js';
import type { Texts } from './en.js';
import { ES } from './es.js';
import { FR } from './fr.js';

/** The translations of the texts of pages, by language. */
export const TRANSLATIONS: Readonly<Record<string, Texts>> = { de: DE, fr: FR, es: ES };
