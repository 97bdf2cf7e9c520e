import { InvalidParameter } from '../jsonapi.errors.js';
import type { Parameter } from './bracket-params.js';

/** The fields to show by resource type; types that are not named show all theirs (JSON:API 1.1 «Sparse Fieldsets»). */
export type SparseFieldsets = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Reads `fields[node--article]=title,uid`. An empty list asks for no fields; names nobody knows ask for nothing.
 *
 * @throws InvalidParameter
 */
export function parseFields(fields: Parameter | undefined): SparseFieldsets {
  if (fields === undefined) return new Map();
  if (fields.kind === 'value')
    throw new InvalidParameter(fields.name, `'fields' needs a resource type: fields[node--article]=title.`);
  return new Map([...fields.members].map(([type, list]) => [type, namesIn(list)]));
}

function namesIn(list: Parameter): ReadonlySet<string> {
  if (list.kind === 'members')
    throw new InvalidParameter(list.name, `'${list.name}' takes one list of names parted by commas.`);
  return new Set(list.value.split(',').map((name) => name.trim()));
}
