import type { Json } from '@content-service/kernel';

/** A value as JSON for an error message, shortened to 60 characters. */
export function formatForError(input: Json): string {
  const text = JSON.stringify(input);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
