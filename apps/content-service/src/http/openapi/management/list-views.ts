import {
  RESOURCE_TYPE_LENGTH_MAXIMUM,
  SEARCH_LENGTH_MAXIMUM,
  VIEW_NAME_LENGTH_MAXIMUM,
  VIEWS_MAXIMUM,
} from '../../management/list-views/list-views.controller.js';
import type { Operation } from '../elements/operation.js';
import { completeObjectSchema, ref, type Schemas, textSchema } from '../elements/schema.js';
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
    views: { type: 'array', maxItems: VIEWS_MAXIMUM, items: ref('ListViews.view') },
  }),
  'ListViews.view': completeObjectSchema({
    name: {
      ...textSchema('Unique among the views of the resource type.', 'Drafts of this month'),
      minLength: 1,
      maxLength: VIEW_NAME_LENGTH_MAXIMUM,
    },
    resourceType: {
      ...textSchema('The resource type.', 'node--article'),
      minLength: 1,
      maxLength: RESOURCE_TYPE_LENGTH_MAXIMUM,
    },
    search: {
      type: 'object',
      description: `Search, filters, order and columns of the list, as the address of its screen has them; at most ${SEARCH_LENGTH_MAXIMUM} characters of JSON.`,
    },
  }),
};
