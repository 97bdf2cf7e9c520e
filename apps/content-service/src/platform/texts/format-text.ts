import { Eta } from 'eta';
import { EN } from './en.js';

/** The name of a text. */
export type TextName = keyof typeof EN;

const { escapeFunction } = new Eta().config;

/**
 * A text as HTML.
 *
 * @param values the values of its placeholders, which are escaped
 */
export function formatText(name: TextName, values: Readonly<Record<string, string>> = {}): string {
  return EN[name].replaceAll(/\{(\w+)\}/g, (_, key: string) => escapeFunction(values[key]));
}

const TIME = new Intl.DateTimeFormat(EN.language, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A time (UNIX seconds) such as `Nov 24, 2026, 2:39 AM UTC`: pages without scripts know no other time zone. */
export function formatPageTime(seconds: number): string {
  return `${TIME.format(seconds * 1000)} UTC`;
}
