import { t } from '@lingui/core/macro';
import type { Icon } from '../icons/draw-icon.js';
import {
  IconAdjustments,
  IconArrowsSplit,
  IconArticle,
  IconCalendarTime,
  IconHistory,
  IconHome,
  IconKey,
  IconLayersSubtract,
  IconListTree,
  IconPhoto,
  IconPlugConnected,
  IconProgress,
  IconShield,
  IconTimelineEvent,
  IconTrash,
  IconUsers,
  IconWebhook,
} from '../icons/icons.js';

const SITE_SCOPES = ['site_settings:administer'];

/** Scopes that each allow to change a part of the content model. */
const MODEL_SCOPES = [
  'content_type:administer',
  'content_type:administer_fields',
  'media_type:administer',
  'taxonomy:administer',
  'taxonomy:administer_fields',
] as const;

/** The scopes that writes of the links of menus need. */
export const MENU_SCOPES = ['content:administer', 'menu:administer'] as const;

/** The groups of the navigation in their order; those after `content` are folded as «Administration». */
export const NAVIGATION_GROUPS = {
  content: t`Content`,
  model: t`Content model`,
  api: t`API`,
  people: t`People`,
  site: t`Site`,
} as const;

type NavigationGroup = keyof typeof NAVIGATION_GROUPS;

/** A screen in the navigation; its route is in `router.tsx`. */
export interface NavigationItem {
  readonly group: NavigationGroup;
  readonly to:
    | '/'
    | '/entries'
    | '/media'
    | '/menus'
    | '/trash'
    | '/content-model'
    | '/api-clients'
    | '/settings'
    | '/users'
    | '/roles'
    | '/audit-log'
    | '/signing-keys'
    | '/webhooks'
    | '/events'
    | '/consumers'
    | '/jobs'
    | '/schedules';
  readonly label: string;
  /** What the screen is for, where it is offered with an explanation. */
  readonly purpose: string;
  /** Further words that the search finds the screen by. */
  readonly keywords?: string;
  readonly icon: Icon;
  /** Scopes, one of which is required; empty: no scope is required. */
  readonly anyOf: readonly string[];
  /** Scopes that are all required besides. */
  readonly allOf?: readonly string[];
}

/** The screens in the order of the navigation, which omits those without a required scope. */
export const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { group: 'content', to: '/', label: t`Home`, purpose: '', icon: IconHome, anyOf: [] },
  {
    group: 'content',
    to: '/entries',
    label: t`Entries`,
    purpose: t`Write, publish and find content.`,
    icon: IconArticle,
    anyOf: ['content:administer'],
  },
  {
    group: 'content',
    to: '/media',
    label: t`Media`,
    purpose: t`Upload pictures, describe them and find them again.`,
    icon: IconPhoto,
    anyOf: ['content:administer'],
  },
  {
    group: 'content',
    to: '/menus',
    label: t`Menus`,
    purpose: t`Arrange the links that lead readers through the site.`,
    icon: IconListTree,
    anyOf: [],
    allOf: MENU_SCOPES,
  },
  {
    group: 'content',
    to: '/trash',
    label: t`Trash`,
    purpose: t`Restore entries that were deleted.`,
    icon: IconTrash,
    anyOf: ['content:administer'],
  },
  {
    group: 'model',
    to: '/content-model',
    label: t`Content model`,
    purpose: t`Decide which types there are, and which fields they have.`,
    icon: IconLayersSubtract,
    anyOf: MODEL_SCOPES,
  },
  {
    group: 'api',
    to: '/api-clients',
    label: t`API clients`,
    purpose: t`Let programs read and write with credentials of their own.`,
    icon: IconPlugConnected,
    anyOf: SITE_SCOPES,
  },
  {
    group: 'site',
    to: '/settings',
    label: t`Settings`,
    purpose: t`Public access, allowed operations, CORS, OAuth and rate limits.`,
    icon: IconAdjustments,
    anyOf: SITE_SCOPES,
  },
  {
    group: 'people',
    to: '/users',
    label: t`Users`,
    purpose: t`The people that can sign in.`,
    icon: IconUsers,
    anyOf: SITE_SCOPES,
  },
  {
    group: 'people',
    to: '/roles',
    label: t`Roles`,
    purpose: t`What users of a role may do.`,
    icon: IconShield,
    anyOf: SITE_SCOPES,
  },
  {
    group: 'site',
    to: '/audit-log',
    label: t`Audit log`,
    purpose: t`Who did what, and when.`,
    icon: IconHistory,
    anyOf: SITE_SCOPES,
  },
  {
    group: 'api',
    to: '/signing-keys',
    label: t`Signing keys`,
    purpose: t`The keys that access tokens are signed with.`,
    icon: IconKey,
    anyOf: SITE_SCOPES,
  },
  {
    group: 'api',
    to: '/webhooks',
    label: t`Webhooks`,
    purpose: t`Call other programs when entries change.`,
    icon: IconWebhook,
    anyOf: SITE_SCOPES,
  },
  {
    group: 'site',
    to: '/events',
    label: t`Events`,
    purpose: t`Follow the changes of entries.`,
    icon: IconTimelineEvent,
    anyOf: SITE_SCOPES,
  },
  {
    group: 'site',
    to: '/consumers',
    label: t`Event readers`,
    purpose: t`See whether everything that reads the events keeps up.`,
    icon: IconArrowsSplit,
    anyOf: SITE_SCOPES,
  },
  {
    group: 'site',
    to: '/jobs',
    label: t`Jobs`,
    purpose: t`Follow large work in the background.`,
    icon: IconProgress,
    anyOf: SITE_SCOPES,
  },
  {
    group: 'site',
    to: '/schedules',
    label: t`Schedules`,
    purpose: t`When jobs start, and entries are published and unpublished.`,
    keywords: t`calendar`,
    icon: IconCalendarTime,
    anyOf: [...SITE_SCOPES, 'content:administer'],
  },
];

/** Whether a user with these scopes may open a screen. */
export function isAllowed(
  { anyOf, allOf = [] }: Pick<NavigationItem, 'anyOf' | 'allOf'>,
  scopes: ReadonlySet<string>,
): boolean {
  return (
    (anyOf.length === 0 || anyOf.some((scope) => scopes.has(scope))) &&
    allOf.every((scope) => scopes.has(scope))
  );
}

/** The items that a user with these scopes may open. */
export function getAllowedItems(scopes: ReadonlySet<string>): readonly NavigationItem[] {
  return NAVIGATION_ITEMS.filter((item) => isAllowed(item, scopes));
}
