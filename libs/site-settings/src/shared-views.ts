import type { MemberRules, NewOf } from '@content-service/kernel';
import { findListProblem, type SettingProblem } from './list-rule.js';
import { findListViewProblems, LIST_VIEW_MEMBERS } from './list-views.js';

/** The members of a view of a list that an administrator shares. */
export const SHARED_VIEW_MEMBERS = {
  ...LIST_VIEW_MEMBERS,
  role: {
    type: 'string',
    minLength: 1,
    maxLength: 32,
    description: 'The role whose users see it; absent: all.',
    examples: ['editor'],
  },
} as const satisfies MemberRules;

/** `{ name: 'Drafts', resourceType: 'node--article', search: { status: 'unpublished' }, role: 'editor' }`. */
export interface SharedView extends Omit<NewOf<typeof SHARED_VIEW_MEMBERS>, 'search'> {
  /** As JSON; a type of its own, since that of JSON is too deep for the types of entities. */
  readonly search: object;
}

export const SHARED_VIEWS_MAXIMUM = 50;

/** The rest of the message «sharedViews must be …». */
export const SHARED_VIEWS_RULE = `a list of at most ${SHARED_VIEWS_MAXIMUM} views with different names in each resource type such as {"name":"Drafts","resourceType":"node--article","search":{"status":"unpublished"},"role":"editor"}`;

/** @returns the first problem; `undefined` for a valid list */
export function findSharedViewsProblem(value: unknown): SettingProblem | undefined {
  return findListProblem(value, {
    members: SHARED_VIEW_MEMBERS,
    within: 'resourceType',
    maximum: SHARED_VIEWS_MAXIMUM,
    items: 'views',
    expectation: SHARED_VIEWS_RULE,
    findItemProblem: (view) => {
      if (view['search'] === null || Array.isArray(view['search']))
        return {
          pointer: '/search',
          expectation: 'a list of views whose search is an object',
          rule: { type: 'object' },
        };
      const [problem] = findListViewProblems(view, new Set());
      return (
        problem && {
          ...problem,
          expectation: `valid: ${problem.message.slice(0, -1)}`,
          rule: problem.rule,
        }
      );
    },
  });
}
