import {
  type ContentModel,
  type EntityType,
  type Field,
  getTargetTypes,
  isMultiple,
  type ResourceType,
} from '@content-service/bundles';
import { requiresValue } from '@content-service/entries';
import { bodySchema, documentSchema, identifierSchema } from './document-schemas.js';
import type { ErrorStatus } from '../elements/error-responses.js';
import { describeField, listBounds } from './field-schema.js';
import type { Operation } from '../elements/operation.js';
import { documentBody, documentResponse, emptyResponse } from '../elements/responses.js';
import { anyOf, listSchema, nullable, objectSchema, ref, type Schema } from '../elements/schema.js';
import { ADMINISTER, DOCUMENT_HEADERS, SHAPE, UNCHANGED } from './entry-operations.js';

/** Subject of relationship operations: relationships in general, or one field of one bundle. */
export interface RelationshipSubject {
  /** Path of the entry. */
  readonly entryPath: string;
  /** Path segment: `{field}` or `field_tags`. */
  readonly field: string;
  readonly tag: string;
  /** Suffix that makes the operation ids of one field unique. */
  readonly suffix: string;
  readonly writable: EntityType['writable'];
  /** Whether the relationship is to-many, so that members can be added and removed. */
  readonly multiple: boolean;
  readonly schemas: RelationshipSchemas;
}

export interface RelationshipSchemas {
  readonly related: Schema;
  readonly relationship: Schema;
  /** Request bodies of PATCH, and of POST and DELETE. */
  readonly linkage: Schema;
  readonly members: Schema;
}

const WRITE_ERRORS: readonly ErrorStatus[] = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422];

/** The operations 9 and 10 of the specification, and the writes of relationships (JSON:API 1.1 «Updating Relationships»). */
export function relationshipOperations(subject: RelationshipSubject): readonly Operation[] {
  const { writable, multiple } = subject;
  return [
    ...readOperations(subject),
    ...(writable === false ? [] : [replaceOperation(subject)]),
    ...(writable !== false && multiple ? memberOperations(subject) : []),
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
      summary: 'Get the related entries',
      description: 'All related entries with attributes. Inaccessible ones are listed in `meta.omitted`.',
      access: 'reader',
      parameters: [...SHAPE, 'resourceVersion', 'ifMatch', 'ifNoneMatch'],
      responses: {
        200: documentResponse({
          description: 'The related entries.',
          schema: schemas.related,
          headers: DOCUMENT_HEADERS,
        }),
        ...UNCHANGED,
      },
      errors: [400, 401, 403, 404, 406, 412],
    },
    {
      method: 'get',
      path: relationshipPath(subject),
      id: `getRelationship${suffix}`,
      tag,
      summary: 'Get the linkage of a relationship',
      description: 'Resource identifiers only. Include paths begin at the entry of the relationship.',
      access: 'reader',
      parameters: [...SHAPE, 'resourceVersion', 'ifMatch', 'ifNoneMatch'],
      responses: {
        200: documentResponse({
          description: 'The linkage.',
          schema: schemas.relationship,
          headers: DOCUMENT_HEADERS,
        }),
        ...UNCHANGED,
      },
      errors: [400, 401, 403, 404, 406, 412],
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
    parameters: ['ifMatch', 'ifNoneMatch'],
    body: documentBody('The whole linkage.', subject.schemas.linkage),
    responses: { 204: emptyResponse('The linkage was replaced.') },
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
      parameters: [...SHAPE, 'ifMatch', 'ifNoneMatch'],
      body: documentBody('The members to add; those it has already stay.', schemas.members),
      responses: {
        200: documentResponse({
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
      parameters: ['ifMatch', 'ifNoneMatch'],
      body: documentBody('The members to remove.', schemas.members),
      responses: { 204: emptyResponse('The members were removed, if present.') },
      errors: WRITE_ERRORS,
    },
  ];
}

/** Schemas of the documents of one relationship of one bundle. */
export function relationshipSchemas(
  field: Field,
  type: ResourceType,
  model: ContentModel,
): RelationshipSchemas {
  const target = anyOf(existingTargets(field, type, model).map((name) => ref(name)));
  return {
    related: documentSchema(isMultiple(field) ? listSchema(target) : nullable(target)),
    relationship: documentSchema(readLinkageSchema(field, type)),
    linkage: bodySchema(writeLinkageSchema(field, type)),
    members: bodySchema(listSchema(memberSchema(field, type))),
  };
}

/** Schema of a relationship in resource objects of responses. */
export function readRelationshipSchema(field: Field, type: ResourceType): Schema {
  const links = ref('Links');
  return {
    ...objectSchema({ data: readLinkageSchema(field, type), links }, ['data', 'links']),
    ...describeField(field),
  };
}

/** Schema of a relationship in request bodies. */
export function writeRelationshipSchema(field: Field, type: ResourceType): Schema {
  return { ...objectSchema({ data: writeLinkageSchema(field, type) }, ['data']), ...describeField(field) };
}

/** Deleted targets are omitted, so a required relationship can be empty. */
function readLinkageSchema(field: Field, type: ResourceType): Schema {
  return linkageSchema(field, type, false);
}

/** Linkage in request bodies, which are those of drafts, too. */
function writeLinkageSchema(field: Field, type: ResourceType): Schema {
  return linkageSchema(field, type, requiresValue(field, type, false));
}

/** @param always whether there is a target */
function linkageSchema(field: Field, type: ResourceType, always: boolean): Schema {
  const member = memberSchema(field, type);
  if (isMultiple(field)) return { ...listSchema(member), ...listBounds(field, always) };
  return always ? member : nullable(member);
}

function memberSchema(field: Field, type: ResourceType): Schema {
  return identifierSchema({ type: 'string', enum: getTargetTypes(field, type.name) });
}

/** `targetTypes` may contain types without a bundle. */
function existingTargets(field: Field, type: ResourceType, model: ContentModel): readonly string[] {
  const existing = getTargetTypes(field, type.name).filter((name) => model.find(name) !== undefined);
  return existing.length === 0 ? ['Resource'] : existing;
}
