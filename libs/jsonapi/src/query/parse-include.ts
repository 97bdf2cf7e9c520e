import { InvalidParameter } from '../jsonapi.errors.js';
import type { Parameter } from './bracket-params.js';

/**
 * Reads `include=uid,field_tags.parent` into its paths; an empty one asks for no resources.
 *
 * @returns `undefined` when there is no `include` at all
 * @throws InvalidParameter
 */
export function parseInclude(include: Parameter | undefined): readonly string[] | undefined {
  if (include === undefined) return undefined;
  if (include.kind === 'members')
    throw new InvalidParameter(include.name, `'include' takes one list of paths parted by commas.`);
  if (include.value.trim() === '') return [];
  const paths = include.value.split(',').map((path) => path.trim());
  if (paths.includes(''))
    throw new InvalidParameter(include.name, `'${include.value}' has an empty path between its commas.`);
  return paths;
}
