import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { parseAuditSearch } from './audit/audit-search.js';
import { parseEventSearch } from './events/event-search.js';
import { parseMediaSearch } from './media/media-search.js';
import { parseJobSearch } from './jobs/job-search.js';
import { parseWebhookSearch } from './webhooks/webhook-search.js';
import { parseEntriesSearch } from './entries/list/entries-search.js';
import { AppLayout } from './layout/app-layout.js';
import { NotFoundScreen, ErrorScreen } from './layout/error-screens.js';
import { HomeScreen } from './home/home.screen.js';
import { ADMIN_PATH } from './http/build-url.js';
import { lazyScreen } from './layout/lazy-screen.js';
import { parseScheduleSearch } from './schedules/schedule-search.js';

// A new screen is a file `….screen.tsx`, a route here and, unless another screen leads to it, a row of `layout/navigation.ts`.

/**
 * Search parameters as `parse` returns them, and `undefined` for those that it leaves out. The router shows a screen the parameters
 * of the address under these: a text in place of a list would reach it.
 */
const dropInvalid =
  <Search extends object>(parse: (search: Readonly<Record<string, unknown>>) => Search) =>
  (search: Readonly<Record<string, unknown>>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...parse(search),
  });

const root = createRootRoute({
  component: AppLayout,
  notFoundComponent: NotFoundScreen,
  errorComponent: ErrorScreen,
});
const getRouteOptions = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path });

const home = createRoute({ ...getRouteOptions('/'), component: HomeScreen });

const entryTypes = createRoute({
  ...getRouteOptions('/entries'),
  component: lazyScreen(() => import('./entries/entry-types.screen.js'), 'EntryTypesScreen'),
});
const entries = createRoute({
  ...getRouteOptions('/entries/$type'),
  validateSearch: dropInvalid(parseEntriesSearch),
  component: lazyScreen(() => import('./entries/list/entries.screen.js'), 'EntriesScreen'),
});
const entry = createRoute({
  ...getRouteOptions('/entries/$type/$id'),
  component: lazyScreen(() => import('./entries/editor/entry.screen.js'), 'EntryScreen'),
});

const media = createRoute({
  ...getRouteOptions('/media'),
  validateSearch: dropInvalid(parseMediaSearch),
  component: lazyScreen(() => import('./media/media.screen.js'), 'MediaScreen'),
});

const menus = createRoute({
  ...getRouteOptions('/menus'),
  component: lazyScreen(() => import('./menus/menus.screen.js'), 'MenusScreen'),
});
const menu = createRoute({
  ...getRouteOptions('/menus/$menu'),
  component: lazyScreen(() => import('./menus/menu.screen.js'), 'MenuScreen'),
});

const trash = createRoute({
  ...getRouteOptions('/trash'),
  component: lazyScreen(() => import('./trash/trash.screen.js'), 'TrashScreen'),
});

const contentModel = createRoute({
  ...getRouteOptions('/content-model'),
  component: lazyScreen(() => import('./content-model/content-model.screen.js'), 'ContentModelScreen'),
});
const bundle = createRoute({
  ...getRouteOptions('/content-model/$type'),
  component: lazyScreen(() => import('./content-model/bundle.screen.js'), 'BundleScreen'),
});

const apiClients = createRoute({
  ...getRouteOptions('/api-clients'),
  component: lazyScreen(() => import('./api-clients/api-clients.screen.js'), 'ApiClientsScreen'),
});
const newApiClient = createRoute({
  ...getRouteOptions('/api-clients/new'),
  component: lazyScreen(() => import('./api-clients/new-api-client.screen.js'), 'NewApiClientScreen'),
});
const connect = createRoute({
  ...getRouteOptions('/api-clients/connect'),
  component: lazyScreen(() => import('./api-clients/connect/connect.screen.js'), 'ConnectScreen'),
});
const authorizationCallback = createRoute({
  ...getRouteOptions('/api-clients/connect/callback'),
  component: lazyScreen(
    () => import('./api-clients/connect/callback.screen.js'),
    'AuthorizationCallbackScreen',
  ),
});
const apiClient = createRoute({
  ...getRouteOptions('/api-clients/$id'),
  component: lazyScreen(() => import('./api-clients/api-client.screen.js'), 'ApiClientScreen'),
});

const settings = createRoute({
  ...getRouteOptions('/settings'),
  component: lazyScreen(() => import('./settings/settings.screen.js'), 'SettingsScreen'),
});
const users = createRoute({
  ...getRouteOptions('/users'),
  component: lazyScreen(() => import('./users/users.screen.js'), 'UsersScreen'),
});
const user = createRoute({
  ...getRouteOptions('/users/$id'),
  component: lazyScreen(() => import('./users/user.screen.js'), 'UserScreen'),
});
const roles = createRoute({
  ...getRouteOptions('/roles'),
  component: lazyScreen(() => import('./users/roles.screen.js'), 'RolesScreen'),
});
const auditLog = createRoute({
  ...getRouteOptions('/audit-log'),
  validateSearch: dropInvalid(parseAuditSearch),
  component: lazyScreen(() => import('./audit/audit-log.screen.js'), 'AuditLogScreen'),
});
const signingKeys = createRoute({
  ...getRouteOptions('/signing-keys'),
  component: lazyScreen(() => import('./signing-keys/signing-keys.screen.js'), 'SigningKeysScreen'),
});

const webhooks = createRoute({
  ...getRouteOptions('/webhooks'),
  component: lazyScreen(() => import('./webhooks/webhooks.screen.js'), 'WebhooksScreen'),
});
const newWebhook = createRoute({
  ...getRouteOptions('/webhooks/new'),
  component: lazyScreen(() => import('./webhooks/new-webhook.screen.js'), 'NewWebhookScreen'),
});
const webhook = createRoute({
  ...getRouteOptions('/webhooks/$id'),
  validateSearch: dropInvalid(parseWebhookSearch),
  component: lazyScreen(() => import('./webhooks/webhook.screen.js'), 'WebhookScreen'),
});
const delivery = createRoute({
  ...getRouteOptions('/webhooks/$id/deliveries/$delivery'),
  component: lazyScreen(() => import('./webhooks/delivery.screen.js'), 'DeliveryScreen'),
});

const events = createRoute({
  ...getRouteOptions('/events'),
  validateSearch: dropInvalid(parseEventSearch),
  component: lazyScreen(() => import('./events/events.screen.js'), 'EventsScreen'),
});
const event = createRoute({
  ...getRouteOptions('/events/$id'),
  component: lazyScreen(() => import('./events/event.screen.js'), 'EventScreen'),
});

const consumers = createRoute({
  ...getRouteOptions('/consumers'),
  component: lazyScreen(() => import('./event-consumers/consumers.screen.js'), 'ConsumersScreen'),
});
const jobs = createRoute({
  ...getRouteOptions('/jobs'),
  validateSearch: dropInvalid(parseJobSearch),
  component: lazyScreen(() => import('./jobs/jobs.screen.js'), 'JobsScreen'),
});
const job = createRoute({
  ...getRouteOptions('/jobs/$id'),
  component: lazyScreen(() => import('./jobs/job.screen.js'), 'JobScreen'),
});

const schedules = createRoute({
  ...getRouteOptions('/schedules'),
  validateSearch: dropInvalid(parseScheduleSearch),
  component: lazyScreen(() => import('./schedules/schedules.screen.js'), 'SchedulesScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...[home, entryTypes, entries, entry, media, menus, menu, trash, contentModel, bundle],
    ...[apiClients, newApiClient, connect, authorizationCallback, apiClient],
    ...[settings, users, user, roles, auditLog, signingKeys],
    ...[webhooks, newWebhook, webhook, delivery, events, event, consumers, jobs, job, schedules],
  ]),
  basepath: ADMIN_PATH,
  defaultErrorComponent: ErrorScreen,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Whether the navigation shows the same screen under another address: the focus stays where it is. */
    readonly keepsFocus?: boolean;
  }
}
