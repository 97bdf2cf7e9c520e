import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import type { FieldType } from './field-type.js';

/** A relationship: its linkage is not an attribute, so it is checked with the other identifiers of a body. */
export const entityReference: FieldType = {
  name: 'entity_reference',
  label: 'Reference',
  description: 'A relationship to other entries.',
  settings: ['targetTypes'],
  compound: true,
  properties: () => [],
  checkSettings: ({ name, settings: { targetTypes = [] } }) => {
    if (targetTypes.length === 0) throw new InvalidDefinition(`${name} needs at least one target type.`);
  },
  parse: (_, field) => {
    throw new InvalidValue(`${field.name} is a relationship; it belongs under 'relationships'.`);
  },
  schema: () => ({ $ref: '#/components/schemas/ResourceIdentifier' }),
};
