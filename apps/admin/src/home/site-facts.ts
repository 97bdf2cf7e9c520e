import { t } from '@lingui/core/macro';
import type {
  ApiClient,
  ContentModel,
  CorsSettings,
  JsonApiSettings,
  Role,
  SigningKey,
  User,
} from '../management-api/resources.js';

/** What the service tells administrators about the site. */
export interface SiteFacts {
  readonly model: ContentModel;
  readonly jsonApi: JsonApiSettings;
  readonly cors: CorsSettings;
  readonly clients: readonly ApiClient[];
  readonly users: readonly User[];
  readonly roles: readonly Role[];
  readonly keys: readonly SigningKey[];
}

/** A screen that a step or a warning leads to. */
type Target =
  | '/settings'
  | '/content-model'
  | '/entries'
  | '/api-clients'
  | '/api-clients/connect'
  | '/users'
  | '/signing-keys';

/** One step in setting up a site. */
export interface SetupStep {
  readonly label: string;
  readonly to: Target;
  readonly isDone: boolean;
}

/** The steps in setting up a site, each done or open by the facts. */
export function getSetupSteps({
  model,
  jsonApi,
  cors,
  clients,
  users,
  roles,
}: SiteFacts): readonly SetupStep[] {
  const creatable = model.bundles.filter(({ entityType }) =>
    model.entityTypes.some(({ name, creatable }) => name === entityType && creatable),
  );
  return [
    { label: t`Allow writing`, to: '/settings', isDone: jsonApi.allowedOperations === 'read_write' },
    { label: t`Create a type`, to: '/content-model', isDone: creatable.length > 0 },
    { label: t`Write the first entry`, to: '/entries', isDone: creatable.some(({ entries }) => entries > 0) },
    {
      label: t`Connect a website or an app`,
      to: '/api-clients/connect',
      isDone: clients.some(({ lastUsedAt }) => lastUsedAt !== null),
    },
    { label: t`Name the websites that may call from browsers`, to: '/settings', isDone: !isOpen(cors) },
    { label: t`Add a second administrator`, to: '/users', isDone: countAdministrators(users, roles) > 1 },
  ];
}

/** Something that an administrator should look at. */
export interface SiteWarning {
  readonly text: string;
  readonly to: Target;
  /** The label of the link. */
  readonly action: string;
}

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 90;
const KEY_DAYS = 365;

/** @param now milliseconds of the epoch */
export function getSiteWarnings(
  { jsonApi, cors, clients, keys }: SiteFacts,
  now: number,
): readonly SiteWarning[] {
  const isOlder = (at: string, days: number): boolean => now - Date.parse(at) > days * DAY_MS;
  const unused = clients.filter(
    ({ enabled, lastUsedAt, createdAt }) => enabled && isOlder(lastUsedAt ?? createdAt, UNUSED_DAYS),
  );
  const hasOldKey = keys.some(({ state, createdAt }) => state === 'current' && isOlder(createdAt, KEY_DAYS));
  return [
    ...(jsonApi.publicAccess && isOpen(cors)
      ? [
          {
            text: t`Published content is public, and every website may read it in the browsers of its visitors.`,
            to: '/settings' as const,
            action: t`Change CORS`,
          },
        ]
      : []),
    ...(unused.length > 0
      ? [
          {
            text: t`Not used for ${UNUSED_DAYS} days: ${formatNames(unused.map(({ label }) => label))}. A client that is not needed should be disabled.`,
            to: '/api-clients' as const,
            action: t`API clients`,
          },
        ]
      : []),
    ...(hasOldKey
      ? [
          {
            text: t`The signing key of access tokens is older than a year.`,
            to: '/signing-keys' as const,
            action: t`Signing keys`,
          },
        ]
      : []),
  ];
}

function isOpen({ allowedOrigins }: CorsSettings): boolean {
  return allowedOrigins.includes('*');
}

function countAdministrators(users: readonly User[], roles: readonly Role[]): number {
  const administrators = new Set(
    roles.filter(({ scopes }) => scopes.includes('site_settings:administer')).map(({ name }) => name),
  );
  return users.filter(({ role, enabled }) => enabled && administrators.has(role)).length;
}

/** The first three names, and the number of the others. */
function formatNames(names: readonly string[]): string {
  const others = names.length - 3;
  return others > 0 ? t`${names.slice(0, 3).join(', ')} and ${others} more` : names.join(', ');
}
