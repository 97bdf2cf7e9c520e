import {
  IconAdjustments,
  IconArticle,
  IconHistory,
  IconHome,
  IconKey,
  IconLayersSubtract,
  IconPlugConnected,
  IconShield,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';

const SITE_SCOPES = ['site_settings:administer'];

/** Scopes that each allow to change a part of the content model. */
const MODEL_SCOPES = [
  'content_type:administer',
  'content_type:administer_fields',
  'media_type:administer',
  'taxonomy:administer',
  'taxonomy:administer_fields',
] as const;

/** A screen in the navigation; its route is in `router.tsx`. */
export interface NavigationItem {
  readonly to:
    | '/'
    | '/entries'
    | '/content-model'
    | '/api-clients'
    | '/settings'
    | '/users'
    | '/roles'
    | '/audit-log'
    | '/signing-keys';
  readonly label: string;
  /** The text of its card on the start screen. */
  readonly purpose: string;
  readonly icon: Icon;
  /** Scopes, one of which is required; empty: no scope is required. */
  readonly anyOf: readonly string[];
}

/** The screens in the order of the navigation, which omits those without a required scope. */
export const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { to: '/', label: 'Start', purpose: '', icon: IconHome, anyOf: [] },
  {
    to: '/entries',
    label: 'Entries',
    purpose: 'Write, publish and find content.',
    icon: IconArticle,
    anyOf: ['content:administer'],
  },
  {
    to: '/content-model',
    label: 'Content model',
    purpose: 'Decide which types there are, and which fields they have.',
    icon: IconLayersSubtract,
    anyOf: MODEL_SCOPES,
  },
  {
    to: '/api-clients',
    label: 'API clients',
    purpose: 'Let programs read and write with credentials of their own.',
    icon: IconPlugConnected,
    anyOf: SITE_SCOPES,
  },
  {
    to: '/settings',
    label: 'Settings',
    purpose: 'Public access, allowed operations, CORS, OAuth and rate limits.',
    icon: IconAdjustments,
    anyOf: SITE_SCOPES,
  },
  {
    to: '/users',
    label: 'Users',
    purpose: 'The people that can sign in.',
    icon: IconUsers,
    anyOf: SITE_SCOPES,
  },
  {
    to: '/roles',
    label: 'Roles',
    purpose: 'What users of a role may do.',
    icon: IconShield,
    anyOf: SITE_SCOPES,
  },
  {
    to: '/audit-log',
    label: 'Audit log',
    purpose: 'Who did what, and when.',
    icon: IconHistory,
    anyOf: SITE_SCOPES,
  },
  {
    to: '/signing-keys',
    label: 'Signing keys',
    purpose: 'The keys that access tokens are signed with.',
    icon: IconKey,
    anyOf: SITE_SCOPES,
  },
];
