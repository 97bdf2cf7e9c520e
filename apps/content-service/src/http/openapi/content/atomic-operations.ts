import { ATOMIC_OPERATIONS, formatMediaType } from '@content-service/jsonapi';
import type { Operation } from '../elements/operation.js';
import { documentBody, documentResponse } from '../elements/responses.js';
import {
  anyOf,
  listSchema,
  objectSchema,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import { ADMINISTER } from './entry-operations.js';

const MEDIA_TYPE = formatMediaType('ext', ATOMIC_OPERATIONS);

/** Operation of the extension Atomic Operations. */
export function atomicOperations(prefix: string, tag: string): readonly Operation[] {
  return [
    {
      method: 'post',
      path: `${prefix}/operations`,
      id: 'performOperations',
      tag,
      summary: 'Perform several writes atomically',
      description: `The extension Atomic Operations: the \`Content-Type\` must be \`${MEDIA_TYPE}\`, and the response has it, too. Operations are performed in order; each sees the effects of the previous ones. \`If-Match\` and \`If-None-Match\` hold for each entry that is changed, in its version before the request. Error pointers begin with \`/atomic:operations/<number>\`.`,
      access: ADMINISTER,
      parameters: ['fields', 'ifMatch', 'ifNoneMatch'],
      body: documentBody('The operations.', ref('AtomicOperations')),
      responses: {
        200: documentResponse({
          description: 'The results.',
          schema: ref('AtomicResults'),
          headers: ['Cache-Control', 'Vary'],
        }),
      },
      errors: [400, 401, 403, 404, 406, 409, 412, 413, 415, 422],
    },
  ];
}

const TYPE = textSchema('The resource type: `<entity_type>--<bundle>`.', 'node--article');
const LID = textSchema('The local id of an entry that a previous operation adds.', 'tag-1');
const HREF: Schema = {
  type: 'string',
  format: 'uri-reference',
  description: 'Instead of `ref`: the URL of the collection, the entry or the relationship.',
};
const TARGETED = [{ required: ['ref'] }, { required: ['href'] }];
const IDENTIFIED = [{ required: ['type', 'id'] }, { required: ['type', 'lid'] }];

export const ATOMIC_SCHEMAS: Schemas = {
  AtomicOperations: objectSchema({ 'atomic:operations': listSchema(ref('AtomicOperation')) }, [
    'atomic:operations',
  ]),
  AtomicOperation: anyOf([
    {
      ...operation('add', { href: HREF, data: ref('AtomicNewResource') }, ['data']),
      title: 'Create an entry',
      not: { required: ['ref'] },
    },
    {
      ...operation('update', { ref: ref('AtomicTarget'), href: HREF, data: ref('AtomicResource') }, ['data']),
      title: 'Update an entry',
    },
    {
      ...operation('remove', { ref: ref('AtomicTarget'), href: HREF }, []),
      anyOf: TARGETED,
      title: 'Delete an entry',
    },
    {
      ...operation(
        ['add', 'update', 'remove'],
        { ref: ref('AtomicRelationship'), href: HREF, data: ref('AtomicLinkage') },
        ['data'],
      ),
      anyOf: TARGETED,
      title: 'Add to, replace or remove from a relationship',
    },
  ]),
  AtomicTarget: { ...objectSchema({ type: TYPE, id: ref('Uuid'), lid: LID }), anyOf: IDENTIFIED },
  AtomicRelationship: {
    ...objectSchema(
      { type: TYPE, id: ref('Uuid'), lid: LID, relationship: textSchema('A field.', 'field_tags') },
      ['relationship'],
    ),
    anyOf: IDENTIFIED,
  },
  AtomicNewResource: resource(
    textSchema('A local id for the new entry, to which later operations can refer.', 'tag-1'),
  ),
  AtomicResource: { ...resource(LID), anyOf: IDENTIFIED },
  AtomicLinkage: anyOf([ref('AtomicTarget'), listSchema(ref('AtomicTarget')), { type: 'null' }]),
  AtomicResults: objectSchema(
    {
      jsonapi: ref('JsonApi'),
      'atomic:results': {
        ...listSchema(objectSchema({ data: ref('Resource') })),
        description: 'One result per operation, in order; with `data` if an entry was created or updated.',
      },
    },
    ['jsonapi', 'atomic:results'],
  ),
};

function operation(op: string | readonly string[], members: Schemas, required: readonly string[]): Schema {
  const code = { type: 'string', enum: typeof op === 'string' ? [op] : op };
  return objectSchema({ op: code, ...members, meta: ref('WriteMeta') }, ['op', ...required]);
}

function resource(lid: Schema): Schema {
  const fields = { attributes: { type: 'object' }, relationships: { type: 'object' } };
  return objectSchema({ type: TYPE, id: ref('Uuid'), lid, ...fields }, ['type']);
}
