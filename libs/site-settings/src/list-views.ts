import type { MemberProblem, MemberRules, NewOf } from '@content-service/kernel';

/** The name of the preference that has the saved views of lists of its owner. */
export const LIST_VIEWS = 'list-views';

/** Characters of the search of one view as JSON. */
const SEARCH_LENGTH_MAXIMUM = 4000;

/** The members of the body that replaces all saved views; `LIST_VIEW_MEMBERS` are those of each. */
export const LIST_VIEWS_MEMBERS = {
  views: { type: 'array', maxItems: 50, checkedBy: 'body', required: true },
} as const satisfies MemberRules;

/** The members of a saved view. */
export const LIST_VIEW_MEMBERS = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: 60,
    checkedBy: 'body',
    required: true,
    description: 'Unique among the views of the resource type.',
    examples: ['Drafts of this month'],
  },
  resourceType: {
    type: 'string',
    minLength: 1,
    // The longest name of a resource type.
    maxLength: 128,
    checkedBy: 'body',
    required: true,
    description: 'The resource type.',
    examples: ['node--article'],
  },
  /** Its length is checked by `findListViewProblems`. */
  search: {
    type: 'object',
    required: true,
    description: `Search, filters, order and columns of the list, as the address of its screen has them; at most ${SEARCH_LENGTH_MAXIMUM} characters of JSON.`,
  },
} as const satisfies MemberRules;

type ListView = NewOf<typeof LIST_VIEW_MEMBERS>;

/**
 * Compares the members of a view, as far as they have the right type, with the rules that are no words of JSON Schema.
 *
 * @param names of the views before, to which that of this view is added
 */
export function* findListViewProblems(
  { name, resourceType, search }: Partial<ListView>,
  names: Set<string>,
): Generator<MemberProblem> {
  if (search !== undefined && JSON.stringify(search).length > SEARCH_LENGTH_MAXIMUM)
    yield {
      pointer: '/search',
      message: `search may have at most ${SEARCH_LENGTH_MAXIMUM} characters.`,
      rule: { maxLength: SEARCH_LENGTH_MAXIMUM },
    };
  if (name === undefined || resourceType === undefined) return;
  const key = JSON.stringify([resourceType, name]);
  if (names.has(key))
    yield {
      pointer: '/name',
      message: `There are two views '${name}' of ${resourceType}.`,
      rule: { uniqueItems: true },
    };
  names.add(key);
}
