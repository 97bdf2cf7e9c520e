import { isJsonObject, type Json } from '@content-service/kernel';

/** `{"value": x}` is `x`: the form in which clients of the reference write plain fields, too. */
export function unwrap(input: Json): Json {
  if (!isJsonObject(input)) return input;
  const names = Object.keys(input);
  return names.length === 1 && names[0] === 'value' ? (input['value'] ?? null) : input;
}

/** A value for an error message, cut to a readable length. */
export function show(input: Json): string {
  const text = JSON.stringify(input);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
