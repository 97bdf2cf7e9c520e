import {
  type Bundle,
  type BundleDefinition,
  type ContentModel,
  ENTITY_TYPES,
  type Field,
  formatResourceTypeName,
  pickFormHints,
  type ResourceType,
} from '@content-service/bundles';
import { LineRefused } from './entry-from-line.js';
import type { BundleLine, EntityTypeLine } from './site-line.js';

/**
 * Returns the definition to store for a bundle line, `undefined` when nothing changes. Existing fields that the line
 * omits are kept, and of those that it contains the hints for forms that it omits.
 */
export function resolveDefinition(
  { definition }: BundleLine,
  model: ContentModel,
): BundleDefinition | undefined {
  const { entityType, bundle, fields } = definition;
  const present = model.find(formatResourceTypeName(entityType, bundle));
  if (present === undefined) return definition;
  if (present.entityType.bundles !== 'many' && fields.length === 0) return undefined;
  const named = new Set(fields.map(({ name }) => name));
  const kept = present.bundle.fields.filter(({ name }) => !named.has(name));
  const merged = { ...definition, fields: [...fields.map((field) => keepHints(field, present)), ...kept] };
  return isSame(merged, present.bundle) ? undefined : merged;
}

/** Entity types are built in, so a package with unknown ones cannot be imported completely. */
export function assertEntityType({ entityType, baseFields }: EntityTypeLine): void {
  const known = ENTITY_TYPES.find(({ name }) => name === entityType);
  if (known === undefined) {
    const names = ENTITY_TYPES.map(({ name }) => name).join(', ');
    throw new LineRefused(`There is no entity type '${entityType}'. Known: ${names}.`);
  }
  const unknown = baseFields.filter((field) => known.baseFields.every(({ name }) => name !== field));
  if (unknown.length > 0)
    throw new LineRefused(`The entity type '${entityType}' has no base field ${unknown.join(', ')}.`);
}

/** The field of a line with the present hints for forms that the line does not contain. */
function keepHints(field: Field, { fields }: ResourceType): Field {
  const before = fields.get(field.name);
  const hasSameValues = before?.type === field.type && before.cardinality === field.cardinality;
  return hasSameValues ? { ...pickFormHints(before), ...field } : field;
}

function isSame(wanted: BundleDefinition, present: Bundle): boolean {
  const text = ({ label, description, fields }: BundleDefinition): string =>
    JSON.stringify([
      label,
      description,
      fields.map(({ name, type, label, cardinality, required, settings, ...rest }) => [
        ...[name, type, label, cardinality, required],
        Object.entries(settings).sort(([a], [b]) => a.localeCompare(b)),
        Object.entries(pickFormHints(rest)),
      ]),
    ]);
  return text(wanted) === text(present);
}
