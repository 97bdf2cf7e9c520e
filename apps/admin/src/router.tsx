import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
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
  component: lazyRouteComponent(() => import('./entries/entry-types.screen.js'), 'EntryTypesScreen'),
});
const entries = createRoute({
  ...getRouteOptions('/entries/$type'),
  validateSearch: dropInvalid(parseEntriesSearch),
  component: lazyRouteComponent(() => import('./entries/list/entries.screen.js'), 'EntriesScreen'),
});
const entry = createRoute({
  ...getRouteOptions('/entries/$type/$id'),
  component: lazyRouteComponent(() => import('./entries/editor/entry.screen.js'), 'EntryScreen'),
});

const media = createRoute({
  ...getRouteOptions('/media'),
  validateSearch: dropInvalid(parseMediaSearch),
  component: lazyRouteComponent(() => import('./media/media.screen.js'), 'MediaScreen'),
});

const menus = createRoute({
  ...getRouteOptions('/menus'),
  component: lazyRouteComponent(() => import('./menus/menus.screen.js'), 'MenusScreen'),
});
const menu = createRoute({
  ...getRouteOptions('/menus/$menu'),
  component: lazyRouteComponent(() => import('./menus/menu.screen.js'), 'MenuScreen'),
});

const trash = createRoute({
  ...getRouteOptions('/trash'),
  component: lazyRouteComponent(() => import('./trash/trash.screen.js'), 'TrashScreen'),
});

const contentModel = createRoute({
  ...getRouteOptions('/content-model'),
  component: lazyRouteComponent(
    () => import('./content-model/content-model.screen.js'),
    'ContentModelScreen',
  ),
});
const bundle = createRoute({
  ...getRouteOptions('/content-model/$type'),
  component: lazyRouteComponent(() => import('./content-model/bundle.screen.js'), 'BundleScreen'),
});

const apiClients = createRoute({
  ...getRouteOptions('/api-clients'),
  component: lazyRouteComponent(() => import('./api-clients/api-clients.screen.js'), 'ApiClientsScreen'),
});
const newApiClient = createRoute({
  ...getRouteOptions('/api-clients/new'),
  component: lazyRouteComponent(() => import('./api-clients/new-api-client.screen.js'), 'NewApiClientScreen'),
});
const connect = createRoute({
  ...getRouteOptions('/api-clients/connect'),
  component: lazyRouteComponent(() => import('./api-clients/connect/connect.screen.js'), 'ConnectScreen'),
});
const authorizationCallback = createRoute({
  ...getRouteOptions('/api-clients/connect/callback'),
  component: lazyRouteComponent(
    () => import('./api-clients/connect/callback.screen.js'),
    'AuthorizationCallbackScreen',
  ),
});
const apiClient = createRoute({
  ...getRouteOptions('/api-clients/$id'),
  component: lazyRouteComponent(() => import('./api-clients/api-client.screen.js'), 'ApiClientScreen'),
});

const settings = createRoute({
  ...getRouteOptions('/settings'),
  component: lazyRouteComponent(() => import('./settings/settings.screen.js'), 'SettingsScreen'),
});
const users = createRoute({
  ...getRouteOptions('/users'),
  component: lazyRouteComponent(() => import('./users/users.screen.js'), 'UsersScreen'),
});
const user = createRoute({
  ...getRouteOptions('/users/$id'),
  component: lazyRouteComponent(() => import('./users/user.screen.js'), 'UserScreen'),
});
const roles = createRoute({
  ...getRouteOptions('/roles'),
  component: lazyRouteComponent(() => import('./users/roles.screen.js'), 'RolesScreen'),
});
const auditLog = createRoute({
  ...getRouteOptions('/audit-log'),
  validateSearch: dropInvalid(parseAuditSearch),
  component: lazyRouteComponent(() => import('./audit/audit-log.screen.js'), 'AuditLogScreen'),
});
const signingKeys = createRoute({
  ...getRouteOptions('/signing-keys'),
  component: lazyRouteComponent(() => import('./signing-keys/signing-keys.screen.js'), 'SigningKeysScreen'),
});

const webhooks = createRoute({
  ...getRouteOptions('/webhooks'),
  component: lazyRouteComponent(() => import('./webhooks/webhooks.screen.js'), 'WebhooksScreen'),
});
const newWebhook = createRoute({
  ...getRouteOptions('/webhooks/new'),
  component: lazyRouteComponent(() => import('./webhooks/new-webhook.screen.js'), 'NewWebhookScreen'),
});
const webhook = createRoute({
  ...getRouteOptions('/webhooks/$id'),
  validateSearch: dropInvalid(parseWebhookSearch),
  component: lazyRouteComponent(() => import('./webhooks/webhook.screen.js'), 'WebhookScreen'),
});
const delivery = createRoute({
  ...getRouteOptions('/webhooks/$id/deliveries/$delivery'),
  component: lazyRouteComponent(() => import('./webhooks/delivery.screen.js'), 'DeliveryScreen'),
});

const events = createRoute({
  ...getRouteOptions('/events'),
  validateSearch: dropInvalid(parseEventSearch),
  component: lazyRouteComponent(() => import('./events/events.screen.js'), 'EventsScreen'),
});
const event = createRoute({
  ...getRouteOptions('/events/$id'),
  component: lazyRouteComponent(() => import('./events/event.screen.js'), 'EventScreen'),
});

const consumers = createRoute({
  ...getRouteOptions('/consumers'),
  component: lazyRouteComponent(() => import('./event-consumers/consumers.screen.js'), 'ConsumersScreen'),
});
const jobs = createRoute({
  ...getRouteOptions('/jobs'),
  validateSearch: dropInvalid(parseJobSearch),
  component: lazyRouteComponent(() => import('./jobs/jobs.screen.js'), 'JobsScreen'),
});
const job = createRoute({
  ...getRouteOptions('/jobs/$id'),
  component: lazyRouteComponent(() => import('./jobs/job.screen.js'), 'JobScreen'),
});

const schedules = createRoute({
  ...getRouteOptions('/schedules'),
  component: lazyRouteComponent(() => import('./schedules/schedules.screen.js'), 'SchedulesScreen'),
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
