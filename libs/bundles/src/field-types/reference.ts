import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import type { FieldType } from './field-type.js';

/** A relationship. Its linkage is no attribute value; `parseLinkageValue` of the entries library parses it. */
export const entityReference: FieldType = {
  name: 'entity_reference',
  label: 'Reference',
  description: 'A relationship to other entries.',
  settings: ['targetTypes'],
  compound: true,
  reference: true,
  getProperties: () => [],
  validateSettings: ({ name, settings: { targetTypes = [] } }) => {
    if (targetTypes.length > 0) return;
    const source = { pointer: '/targetTypes' };
    throw new InvalidDefinition(`${name} needs at least one target type.`, source, { minItems: 1 });
  },
  parse: (_, field) => {
    throw new InvalidValue(`${field.name} is a relationship; it belongs under 'relationships'.`, [], {
      format: 'relationship',
    });
  },
  buildSchema: () => ({ $ref: '#/components/schemas/ResourceIdentifier' }),
};
