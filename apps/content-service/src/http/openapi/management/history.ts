import { ACTOR_KINDS } from '@content-service/audit';
import { CHANGE_CAUSES, LOST_REFERENCES_MAXIMUM } from '@content-service/entries';
import type { Operation } from '../elements/operation.js';
import { jsonResponse } from '../elements/responses.js';
import {
  completeObjectSchema,
  listSchema,
  nullable,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import type { Access } from '../elements/security.js';
import { NAMED_ENTRIES_MAXIMUM } from '../../management/protocol/entry-ids.js';
import { LABELLED_ENTRY } from './entry-schedules.js';
import { listResponse, managementOperation } from './management-operations.js';
import { TIME, YES_OR_NO } from './management-schemas.js';

const CONTENT: Access = { scope: 'content:administer' };

/** Operations on the history of entries and on deleted ones. */
export const HISTORY_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/entry-revisions',
    id: 'listEntryRevisions',
    access: CONTENT,
    summary: 'List the replaced states of an entry, newest first',
    description:
      'A state itself is read from the entry with `resourceVersion=id:<number>`. The site settings `revisionsKept` and `revisionDays` say how long states are kept.',
    parameters: [
      { name: 'entry', in: 'query', required: true, description: 'The entry.', schema: ref('Uuid') },
      ...['cursor', 'limit'],
    ],
    responses: listResponse('The changes that replaced them.', ref('EntryRevision')),
    errors: [400],
  }),
  managementOperation({
    method: 'get',
    path: '/manage/entry-copies',
    id: 'listEntryCopies',
    access: CONTENT,
    summary: 'List entries with changes that are not published yet, the last saved first',
    description:
      'A working copy is read, written, published and discarded at its entry with `resourceVersion=rel:working-copy`.',
    parameters: [
      {
        name: 'entry',
        in: 'query',
        description: 'Only the copies of these entries: the parameter is repeated.',
        schema: { ...listSchema(ref('Uuid')), maxItems: NAMED_ENTRIES_MAXIMUM },
      },
      {
        name: 'type',
        in: 'query',
        description: 'Only copies of entries of this resource type.',
        schema: textSchema('The name of a resource type.', 'node--article'),
      },
      ...['cursor', 'limit'],
    ],
    responses: listResponse('The working copies.', ref('EntryCopy')),
    errors: [400],
  }),
  managementOperation({
    method: 'get',
    path: '/manage/trash',
    id: 'listDeletedEntries',
    access: CONTENT,
    summary: 'List deleted entries, the last one first',
    description:
      'They are kept for as many days as the site setting `trashDays` says. Entries that were created again under their ids are left out, so a page can have fewer items than its limit.',
    parameters: ['cursor', 'limit'],
    responses: listResponse('The deleted entries.', ref('DeletedEntry')),
    errors: [400],
  }),
  managementOperation({
    method: 'post',
    path: '/manage/trash/{entry}/restore',
    id: 'restoreEntry',
    access: CONTENT,
    summary: 'Create a deleted entry again under its id',
    description:
      'It is as it was, without references to what has been deleted since. With `references=true` the references to it that its deletion has ended come back, too: into fields that are empty, and into lists that have room and do not have it. The first 100 are known. All is stored, or nothing.',
    parameters: ['references'],
    responses: {
      200: jsonResponse({ description: 'The entry.', schema: ref('RestoredEntry') }),
    },
    errors: [400, 404, 409, 422],
  }),
];

const NUMBER: Schema = {
  type: 'integer',
  description: 'The number of the revision, for `resourceVersion=id:<number>`.',
  examples: [1_764_300_000_000_000],
};

const BY = nullable(
  completeObjectSchema({
    kind: { type: 'string', enum: [...ACTOR_KINDS] },
    id: nullable({
      ...ref('Uuid'),
      description: 'The id of the user, which is that of the profile `user--user`.',
    }),
    name: nullable(
      textSchema('The name that the user shows to others, or the label of the client.', 'editor'),
    ),
  }),
);

const CHANGED: Schema = {
  ...listSchema(textSchema('The name of an attribute or relationship.', 'title')),
  description: 'What became another value.',
};

const NOTE = nullable(
  textSchema('Why the entry was changed (`meta.revision.note` of the write).', 'Corrected a name'),
);

const CHANGE: Schemas = {
  number: NUMBER,
  at: TIME,
  cause: { type: 'string', enum: CHANGE_CAUSES.filter((cause) => cause !== 'target_deleted') },
  by: BY,
};

export const HISTORY_SCHEMAS: Schemas = {
  EntryRevision: completeObjectSchema({
    ...CHANGE,
    track: {
      type: 'string',
      enum: ['live', 'copy', 'deleted'],
      description:
        'Whether the state was replaced (`live`) or deleted, or is one of a working copy that was replaced or discarded (`copy`).',
    },
    version: { type: 'integer', description: 'The version of the entry that was replaced.' },
    published: YES_OR_NO,
    changed: CHANGED,
    note: NOTE,
    minor: {
      type: 'boolean',
      description: 'Whether it stands for the minor changes of the actor in the half hour from then on, too.',
    },
  }),
  EntryCopy: completeObjectSchema({
    entry: LABELLED_ENTRY,
    published: YES_OR_NO,
    version: { type: 'integer', description: 'The version of the copy; every save increments it.' },
    savedAt: TIME,
    by: BY,
    changed: CHANGED,
    note: NOTE,
  }),
  DeletedEntry: completeObjectSchema({
    ...{ entry: LABELLED_ENTRY, ...CHANGE, published: YES_OR_NO },
    references: {
      ...{ type: 'integer', minimum: 0, maximum: LOST_REFERENCES_MAXIMUM, examples: [7] },
      description: 'How many references to it, which its deletion has ended, can be put back at most.',
    },
  }),
  RestoredEntry: completeObjectSchema({
    ...{ entry: LABELLED_ENTRY, published: YES_OR_NO },
    references: completeObjectSchema({
      putBack: {
        ...listSchema(
          completeObjectSchema({
            entry: LABELLED_ENTRY,
            field: textSchema('The name of the relationship.', 'field_tags'),
          }),
        ),
        maxItems: LOST_REFERENCES_MAXIMUM,
        description: 'The references to it that were put back.',
      },
      left: {
        ...{ type: 'integer', minimum: 0, maximum: LOST_REFERENCES_MAXIMUM, examples: [0] },
        description: 'How many others are known, which were not put back.',
      },
    }),
  }),
};
