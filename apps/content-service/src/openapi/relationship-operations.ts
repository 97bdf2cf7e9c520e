import { documentAnswer, documentBody, emptyAnswer } from './answers.js';
import { ADMINISTER, DOCUMENT_HEADERS, SHAPE, UNCHANGED } from './entry-operations.js';
import type { ErrorStatus } from './error-answers.js';
import type { Operation } from './operation.js';
import type { Schema } from './schema.js';

/** What the operations of a relationship are about: relationships in general, or one field of one bundle. */
export interface RelationshipSubject {
  /** Of the entry. */
  readonly entryPath: string;
  /** `{field}` or `field_tags`. */
  readonly field: string;
  readonly tag: string;
  /** Sets the operation ids of one field apart from the general ones. */
  readonly suffix: string;
  readonly writable: boolean;
  /** Whether the relationship takes several entries, so that members can be added and removed. */
  readonly multiple: boolean;
  readonly schemas: RelationshipSchemas;
}

export interface RelationshipSchemas {
  readonly related: Schema;
  readonly relationship: Schema;
  /** The bodies of PATCH, and of POST and DELETE. */
  readonly linkage: Schema;
  readonly members: Schema;
}

const WRITE_ERRORS: readonly ErrorStatus[] = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422];

/** The operations 9 and 10 of the specification, and the writes of relationships (JSON:API 1.1 «Updating Relationships»). */
export function relationshipOperations(subject: RelationshipSubject): readonly Operation[] {
  const { writable, multiple } = subject;
  return [
    ...readOperations(subject),
    ...(writable ? [replaceOperation(subject)] : []),
    ...(writable && multiple ? memberOperations(subject) : []),
  ];
}

function relationshipPath({ entryPath, field }: RelationshipSubject): string {
  return `${entryPath}/relationships/${field}`;
}

function readOperations(subject: RelationshipSubject): readonly Operation[] {
  const { entryPath, field, tag, suffix, schemas } = subject;
  return [
    {
      method: 'get',
      path: `${entryPath}/${field}`,
      id: `getRelated${suffix}`,
      tag,
      summary: 'Get the entries a relationship points at',
      description:
        'All of them, with attributes. Those this request may not see are named in `meta.omitted`.',
      access: 'reader',
      parameters: [...SHAPE, 'resourceVersion', 'ifNoneMatch'],
      answers: {
        200: documentAnswer({
          description: 'The related entries.',
          schema: schemas.related,
          headers: DOCUMENT_HEADERS,
        }),
        ...UNCHANGED,
      },
      errors: [400, 401, 403, 404, 406],
    },
    {
      method: 'get',
      path: relationshipPath(subject),
      id: `getRelationship${suffix}`,
      tag,
      summary: 'Get the linkage of a relationship',
      description: 'Identifiers only. Include paths begin at the entry that has the relationship.',
      access: 'reader',
      parameters: [...SHAPE, 'resourceVersion', 'ifNoneMatch'],
      answers: {
        200: documentAnswer({
          description: 'The linkage.',
          schema: schemas.relationship,
          headers: DOCUMENT_HEADERS,
        }),
        ...UNCHANGED,
      },
      errors: [400, 401, 403, 404, 406],
    },
  ];
}

function replaceOperation(subject: RelationshipSubject): Operation {
  return {
    method: 'patch',
    path: relationshipPath(subject),
    id: `replaceRelationship${subject.suffix}`,
    tag: subject.tag,
    summary: 'Replace the linkage of a relationship',
    access: ADMINISTER,
    parameters: ['ifMatch'],
    body: documentBody('The whole linkage.', subject.schemas.linkage),
    answers: { 204: emptyAnswer('The linkage is as the body says.') },
    errors: WRITE_ERRORS,
  };
}

function memberOperations(subject: RelationshipSubject): readonly Operation[] {
  const { tag, suffix, schemas } = subject;
  const path = relationshipPath(subject);
  return [
    {
      method: 'post',
      path,
      id: `addToRelationship${suffix}`,
      tag,
      summary: 'Add members to a relationship',
      access: ADMINISTER,
      parameters: [...SHAPE, 'ifMatch'],
      body: documentBody('The members to add; those it has already stay.', schemas.members),
      answers: {
        200: documentAnswer({
          description: 'The whole linkage.',
          schema: schemas.relationship,
          headers: DOCUMENT_HEADERS,
        }),
      },
      errors: WRITE_ERRORS,
    },
    {
      method: 'delete',
      path,
      id: `removeFromRelationship${suffix}`,
      tag,
      summary: 'Remove members from a relationship',
      access: ADMINISTER,
      parameters: ['ifMatch'],
      body: documentBody('The members to remove.', schemas.members),
      answers: { 204: emptyAnswer('The relationship has none of the members.') },
      errors: WRITE_ERRORS,
    },
  ];
}
