import { InvalidParameter, ResourceVersionUnknown } from '../jsonapi.errors.js';
import type { Parameter } from './bracket-params.js';

const CURRENT = ['rel:latest-version', 'rel:working-copy'];

/**
 * Lets `resourceVersion` pass when it asks for the current state, the only one that is kept.
 *
 * @throws ResourceVersionUnknown for the number of a revision (`id:7`), InvalidParameter for anything else
 */
export function requireCurrentVersion(version: Parameter | undefined): void {
  if (version === undefined) return;
  const text = version.kind === 'value' ? version.value : '';
  if (CURRENT.includes(text)) return;
  if (/^id:\d+$/.test(text)) throw new ResourceVersionUnknown(text);
  throw new InvalidParameter(
    version.name,
    `'resourceVersion' must be ${CURRENT.join(', ')} or id:<number>, got '${text}'.`,
  );
}
