import { LIST_VIEW_MEMBERS, LIST_VIEWS_MEMBERS, SHARED_VIEW_MEMBERS } from '@content-service/site-settings';
import { newResourceSchema, toMemberSchema, toMemberSchemas } from '../elements/member-schema.js';
import type { Operation } from '../elements/operation.js';
import { completeObjectSchema, listSchema, ref, type Schema, type Schemas } from '../elements/schema.js';
import { managementOperation, resourceResponse } from './management-operations.js';

const ACCESS = { scope: 'content:administer' };
const RESPONSES = resourceResponse('The views.', ref('ListViews'));

/** Operations on the saved views of the caller. */
export const LIST_VIEW_OPERATIONS: readonly Operation[] = [
  managementOperation({
    method: 'get',
    path: '/manage/me/views',
    id: 'getListViews',
    summary: 'Get the views of lists that the caller has saved, and those that are shared',
    description:
      'The caller is the user of the token, or the client that acts for itself. `shared` has the views of the site setting `sharedViews` that are for all or for the role of the user; with `site_settings:administer` all of them.',
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
    requestBody: ref('ListViews.change'),
    responses: RESPONSES,
    errors: [412],
  }),
];

const VIEWS: Schema = { ...toMemberSchema(LIST_VIEWS_MEMBERS.views), items: ref('ListViews.view') };

export const LIST_VIEW_SCHEMAS: Schemas = {
  ListViews: completeObjectSchema({
    views: VIEWS,
    shared: listSchema(newResourceSchema(SHARED_VIEW_MEMBERS)),
  }),
  'ListViews.change': completeObjectSchema({ views: VIEWS }),
  'ListViews.view': completeObjectSchema(toMemberSchemas(LIST_VIEW_MEMBERS)),
};
