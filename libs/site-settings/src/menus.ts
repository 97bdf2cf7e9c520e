import type { MemberRules, NewOf } from '@content-service/kernel';
import { findListProblem, type SettingProblem } from './list-rule.js';

/** The members of a menu. */
export const MENU_MEMBERS = {
  name: {
    type: 'string',
    required: true,
    pattern: '^[a-z0-9][a-z0-9_-]{0,31}$',
    description: 'The machine name, in addresses and in `menu_name` of its links.',
  },
  label: { type: 'string', required: true, storable: true, minLength: 1, maxLength: 255 },
  description: { type: 'string', storable: true, minLength: 1, maxLength: 255 },
} as const satisfies MemberRules;

/** A menu, whose links are entries: `{ name: 'main', label: 'Main navigation' }`. */
export type Menu = NewOf<typeof MENU_MEMBERS>;

export const MENUS_MAXIMUM = 50;

export const DEFAULT_MENUS: readonly Menu[] = [
  { name: 'main', label: 'Main navigation' },
  { name: 'footer', label: 'Footer' },
];

/** The rest of the message «menus must be …». */
export const MENUS_RULE = `a list of at most ${MENUS_MAXIMUM} menus with different names such as {"name":"main","label":"Main navigation"}`;

/** @returns the first problem; `undefined` for a valid list */
export function findMenusProblem(value: unknown): SettingProblem | undefined {
  return findListProblem(value, {
    members: MENU_MEMBERS,
    maximum: MENUS_MAXIMUM,
    items: 'menus',
    expectation: MENUS_RULE,
  });
}
