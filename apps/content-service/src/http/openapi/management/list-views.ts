import { LIST_VIEW_MEMBERS, LIST_VIEWS_MEMBERS } from '@content-service/accounts';
import { toMemberSchema, toMemberSchemas } from '../elements/member-schema.js';
import type { Operation } from '../elements/operation.js';
import { completeObjectSchema, ref, type Schemas } from '../elements/schema.js';
import { managementOperation, resourceResponse } from './management-operations.js';

const ACCESS = { scope: 'content:administer' };
const RESPONSES = resourceResponse('The views.', ref('ListViews'));

/** Operations on the saved views of the caller. */
export const LIST_VIEW_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/me/views',
    id: 'getListViews',
    summary: 'Get the views of lists that the caller has saved',
    description: 'The caller is the user of the token, or the client that acts for itself.',
    access: ACCESS,
    responses: RESPONSES,
  }),
  managementOperation({
    method: 'patch',
    path: '/manage/me/views',
    id: 'updateListViews',
    summary: 'Replace the saved views',
    access: ACCESS,
    parameters: ['ifMatch', 'ifNoneMatch'],
    requestBody: ref('ListViews'),
    responses: RESPONSES,
    errors: [412],
  }),
];

export const LIST_VIEW_SCHEMAS: Schemas = {
  ListViews: completeObjectSchema({
    views: { ...toMemberSchema(LIST_VIEWS_MEMBERS.views), items: ref('ListViews.view') },
  }),
  'ListViews.view': completeObjectSchema(toMemberSchemas(LIST_VIEW_MEMBERS)),
};
