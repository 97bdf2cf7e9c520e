import { PLAN_READERS } from '../../management/query-plan/query-plan.controller.js';
import type { Operation } from '../elements/operation.js';
import { jsonResponse } from '../elements/responses.js';
import {
  completeObjectSchema,
  listSchema,
  nullable,
  ref,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import { managementOperation } from './management-operations.js';

/** The operation on plans of queries. */
export const QUERY_PLAN_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/query-plan',
    id: 'getQueryPlan',
    summary: 'Explain how the database answers a read of a collection',
    description:
      'The read itself is not executed. Figures that its plan depends on are read as they are for the read: each is a bounded number ' +
      'of rows of an index. `parameters` and `enginePlan` can show sort keys of entries. A URL with `page[size]`, `page[after]` or `page[before]` is ' +
      'explained for the cursor pagination profile. Storage without SQL is answered by 501 (`query_plan_unavailable`).',
    parameters: [
      {
        name: 'url',
        in: 'query',
        required: true,
        description: 'The URL of a collection, with or without scheme and host.',
        schema: textSchema('A URL.', '/api/node/article?filter[title]=News&sort=-created'),
      },
      {
        name: 'as',
        in: 'query',
        description: 'In whose name it is read: without a token, or with that of this request.',
        schema: { type: 'string', enum: [...PLAN_READERS], default: 'anonymous' },
      },
    ],
    responses: { 200: jsonResponse({ description: 'The plan.', schema: ref('QueryPlan') }) },
    errors: [400],
  }),
];

export const QUERY_PLAN_SCHEMAS: Schemas = {
  QueryPlan: completeObjectSchema({
    engine: textSchema('The engine of the database.', 'postgres'),
    entries: { type: 'integer', minimum: 0, description: 'How many entries the type has.' },
    page: {
      ...listSchema(ref('QueryPlan.step')),
      description:
        'How the entries are found, in the order in which it is tried: a step that finds too few is followed by the next.',
    },
    total: ref('QueryPlan.step'),
    statements: listSchema(ref('QueryPlan.statement')),
    advice: {
      ...listSchema(ref('QueryPlan.advice')),
      description: 'What would let an index answer more of the query.',
    },
  }),
  'QueryPlan.step': completeObjectSchema({
    access: textSchema('The way of access.', 'lookup'),
    description: textSchema('The way of access in words.'),
    details: { ...listSchema({ type: 'string' }), description: 'Conditions, order and bounds.' },
    estimatedRows: nullable({
      type: 'integer',
      description: 'How many rows are read; `null` when that is not known without reading them.',
    }),
    estimatedMilliseconds: nullable({
      type: 'number',
      description: 'How long reading them takes, by measured costs of rows.',
    }),
  }),
  'QueryPlan.statement': completeObjectSchema({
    purpose: textSchema('What it reads.', 'page'),
    text: textSchema('The statement; `?` stands for a parameter.'),
    parameters: listSchema({ type: ['string', 'number', 'null'] }),
    enginePlan: { ...listSchema({ type: 'string' }), description: "The database's own plan." },
  }),
  'QueryPlan.advice': completeObjectSchema({
    path: textSchema('The path of the filter or sort.', 'body.value'),
    message: textSchema('What keeps it from an index, and what can be done.'),
  }),
};
