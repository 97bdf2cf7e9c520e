import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseAuditSearch } from './audit/audit-search.js';
import { parseEntriesSearch } from './entries/list/entries-search.js';
import { Frame } from './frame/frame.js';
import { NotFound } from './frame/not-found.js';
import { ScreenFailure } from './frame/screen-failure.js';
import { Home } from './home/home.screen.js';
import { ADMIN_PATH } from './http/address.js';

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: ScreenFailure,
});
const at = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path });

const home = createRoute({ ...at('/'), component: Home });

const entryTypes = createRoute({
  ...at('/entries'),
  component: lazyRouteComponent(() => import('./entries/entry-types.screen.js'), 'EntryTypesScreen'),
});
const entries = createRoute({
  ...at('/entries/$type'),
  validateSearch: parseEntriesSearch,
  component: lazyRouteComponent(() => import('./entries/list/entries.screen.js'), 'EntriesScreen'),
});
const newEntry = createRoute({
  ...at('/entries/$type/new'),
  component: lazyRouteComponent(() => import('./entries/editor/new-entry.screen.js'), 'NewEntryScreen'),
});
const entry = createRoute({
  ...at('/entries/$type/$id'),
  component: lazyRouteComponent(() => import('./entries/editor/entry.screen.js'), 'EntryScreen'),
});

const contentModel = createRoute({
  ...at('/content-model'),
  component: lazyRouteComponent(
    () => import('./content-model/content-model.screen.js'),
    'ContentModelScreen',
  ),
});
const bundle = createRoute({
  ...at('/content-model/$type'),
  component: lazyRouteComponent(() => import('./content-model/bundle.screen.js'), 'BundleScreen'),
});

const apiClients = createRoute({
  ...at('/api-clients'),
  component: lazyRouteComponent(() => import('./api-clients/api-clients.screen.js'), 'ApiClientsScreen'),
});
const newApiClient = createRoute({
  ...at('/api-clients/new'),
  component: lazyRouteComponent(() => import('./api-clients/new-api-client.screen.js'), 'NewApiClientScreen'),
});
const apiClient = createRoute({
  ...at('/api-clients/$id'),
  component: lazyRouteComponent(() => import('./api-clients/api-client.screen.js'), 'ApiClientScreen'),
});

const settings = createRoute({
  ...at('/settings'),
  component: lazyRouteComponent(() => import('./settings/settings.screen.js'), 'SettingsScreen'),
});
const users = createRoute({
  ...at('/users'),
  component: lazyRouteComponent(() => import('./people/users.screen.js'), 'UsersScreen'),
});
const roles = createRoute({
  ...at('/roles'),
  component: lazyRouteComponent(() => import('./people/roles.screen.js'), 'RolesScreen'),
});
const auditLog = createRoute({
  ...at('/audit-log'),
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('./audit/audit-log.screen.js'), 'AuditLogScreen'),
});
const signingKeys = createRoute({
  ...at('/signing-keys'),
  component: lazyRouteComponent(() => import('./signing-keys/signing-keys.screen.js'), 'SigningKeysScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...[home, entryTypes, entries, newEntry, entry, contentModel, bundle],
    ...[apiClients, newApiClient, apiClient, settings, users, roles, auditLog, signingKeys],
  ]),
  basepath: ADMIN_PATH,
  defaultErrorComponent: ScreenFailure,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
