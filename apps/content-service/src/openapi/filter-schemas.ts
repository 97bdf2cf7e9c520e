import { OPERATORS } from '@content-service/entries';
import { anyOf, listSchema, mapSchema, objectSchema, ref, type Schema, type Schemas } from './schema.js';

/** The forms of the `filter` parameter, nested deeper than OpenAPI's `deepObject` says how to write. */
export const FILTER_SCHEMAS: Schemas = {
  Filter: mapSchema(
    anyOf([{ type: 'string' }, ref('FilterCondition'), ref('LabelledCondition'), ref('LabelledGroup')]),
  ),
  LabelledCondition: closed({ condition: ref('FilterCondition') }, ['condition']),
  LabelledGroup: closed({ group: ref('FilterGroup') }, ['group']),
  FilterCondition: closed({
    path: { type: 'string', description: 'A field, or a path such as `field_tags.name` or `uid.id`.' },
    operator: ref('FilterOperator'),
    value: anyOf([{ type: 'string' }, listSchema({ type: 'string' }), mapSchema({ type: 'string' })]),
    memberOf: { type: 'string', description: 'The label of a group, or `@root`.' },
  }),
  FilterGroup: closed({
    conjunction: { type: 'string', enum: ['AND', 'OR'] },
    memberOf: { type: 'string', description: 'The label of a group, or `@root`.' },
  }),
  FilterOperator: {
    type: 'string',
    enum: Object.keys(OPERATORS),
    default: '=',
    description:
      '`IN` and `NOT IN` take a list of values, `BETWEEN` and `NOT BETWEEN` exactly two, `IS NULL` and `IS NOT NULL` none.',
  },
};

function closed(properties: Schemas, required: readonly string[] = []): Schema {
  return { ...objectSchema(properties, required), additionalProperties: false };
}
