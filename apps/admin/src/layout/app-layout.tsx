import { AppShell, NavLink, ScrollArea, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
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
  useFocusMain(path);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a
        className="skip-link"
        href={`#${MAIN_ID}`}
        onClick={(event) => {
          event.preventDefault();
          focusMain();
        }}
      >
        Skip to content
      </a>
      <AppShell.Header px="md">
        <Header isNavigationOpen={opened} onToggleNavigation={toggle} />
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Navigation path={path} onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id={MAIN_ID} tabIndex={-1}>
        <Suspense fallback={<Skeleton height={320} />}>
          <RequireScopes path={path}>
            <Outlet />
          </RequireScopes>
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

const MAIN_ID = 'main';

function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus();
}

/** Moves the focus to the screen after a navigation; the link that led to it stays in the navigation or is gone. */
function useFocusMain(path: string): void {
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current !== path) focusMain();
    shownPath.current = path;
  }, [path]);
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
