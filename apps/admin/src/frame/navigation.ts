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

const SITE = ['site_settings:administer'];

/** Any one of these lets a user change a part of the content model. */
const MODEL_SCOPES = [
  'content_type:administer',
  'content_type:administer_fields',
  'media_type:administer',
  'taxonomy:administer',
  'taxonomy:administer_fields',
] as const;

export interface ScreenEntry {
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
  /** What it is for, on the first screen. */
  readonly purpose: string;
  readonly icon: Icon;
  /** Any one of these scopes is needed; none: it is for everybody. */
  readonly anyOf: readonly string[];
}

/** The screens, in the order of the navigation. Who lacks the scopes is not offered them. */
export const SCREENS: readonly ScreenEntry[] = [
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
    anyOf: SITE,
  },
  {
    to: '/settings',
    label: 'Settings',
    purpose: 'Public access, allowed operations, CORS and OAuth.',
    icon: IconAdjustments,
    anyOf: SITE,
  },
  { to: '/users', label: 'Users', purpose: 'Who can sign in here.', icon: IconUsers, anyOf: SITE },
  { to: '/roles', label: 'Roles', purpose: 'What users of a role may do.', icon: IconShield, anyOf: SITE },
  {
    to: '/audit-log',
    label: 'Audit log',
    purpose: 'Who did what, and when.',
    icon: IconHistory,
    anyOf: SITE,
  },
  {
    to: '/signing-keys',
    label: 'Signing keys',
    purpose: 'The keys that access tokens are signed with.',
    icon: IconKey,
    anyOf: SITE,
  },
];
