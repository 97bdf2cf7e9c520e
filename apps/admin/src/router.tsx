import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseAuditSearch } from './audit/audit-search.js';
import { parseEntriesSearch } from './entries/list/entries-search.js';
import { AppLayout } from './layout/app-layout.js';
import { NotFoundScreen, ErrorScreen } from './layout/error-screens.js';
import { HomeScreen } from './home/home.screen.js';
import { ADMIN_PATH } from './http/build-url.js';

// A new screen is a file `….screen.tsx`, a route here and, unless another screen leads to it, a row of `layout/navigation.ts`.

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
  validateSearch: parseEntriesSearch,
  component: lazyRouteComponent(() => import('./entries/list/entries.screen.js'), 'EntriesScreen'),
});
const newEntry = createRoute({
  ...getRouteOptions('/entries/$type/new'),
  component: lazyRouteComponent(() => import('./entries/editor/new-entry.screen.js'), 'NewEntryScreen'),
});
const entry = createRoute({
  ...getRouteOptions('/entries/$type/$id'),
  component: lazyRouteComponent(() => import('./entries/editor/entry.screen.js'), 'EntryScreen'),
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
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('./audit/audit-log.screen.js'), 'AuditLogScreen'),
});
const signingKeys = createRoute({
  ...getRouteOptions('/signing-keys'),
  component: lazyRouteComponent(() => import('./signing-keys/signing-keys.screen.js'), 'SigningKeysScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...[home, entryTypes, entries, newEntry, entry, contentModel, bundle],
    ...[apiClients, newApiClient, apiClient, settings, users, user, roles, auditLog, signingKeys],
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
}
