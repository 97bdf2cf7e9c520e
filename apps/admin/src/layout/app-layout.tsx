import { AppShell, NavLink, ScrollArea, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { buildUrl } from '../http/build-url.js';
import { useSession } from '../session/session-state.js';
import { RequireScopes } from './require-scopes.js';
import { Header } from './header.js';
import { NavigationLink } from './links.js';
import { NAVIGATION_ITEMS } from './navigation.js';

/** The header and the navigation around every screen. */
export function AppLayout(): ReactNode {
  const [opened, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <AppShell.Header px="md">
        <Header isNavigationOpen={opened} onToggleNavigation={toggle} />
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Navigation path={path} onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main>
        <Suspense fallback={<Skeleton height={320} />}>
          <RequireScopes path={path}>
            <Outlet />
          </RequireScopes>
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

interface NavigationProps {
  readonly path: string;
  readonly onNavigate: () => void;
}

function Navigation({ path, onNavigate }: NavigationProps): ReactNode {
  const { scopes } = useSession();
  const screens = NAVIGATION_ITEMS.filter(
    ({ anyOf }) => anyOf.length === 0 || anyOf.some((scope) => scopes.has(scope)),
  );
  return (
    <>
      <AppShell.Section grow component={ScrollArea} type="auto">
        {screens.map(({ to, label, icon: Icon }) => (
          <NavigationLink
            key={to}
            to={to}
            label={label}
            leftSection={<Icon size={18} stroke={1.6} />}
            active={to === '/' ? path === '/' : path.startsWith(to)}
            variant="light"
            onClick={onNavigate}
          />
        ))}
      </AppShell.Section>
      <AppShell.Section>
        <NavLink
          component="a"
          href={buildUrl('/docs')}
          target="_blank"
          rel="noopener"
          label="API documentation"
          leftSection={<IconExternalLink size={18} stroke={1.6} />}
        />
      </AppShell.Section>
    </>
  );
}
