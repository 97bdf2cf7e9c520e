import { t } from '@lingui/core/macro';
import { AppShell, Skeleton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { FIRST_FOCUS } from './focus-return.js';
import { RequireScopes } from './require-scopes.js';
import { Header } from './header.js';
import { OfflineNotice } from './offline-notice.js';
import { NavigationMenu } from './navigation-menu.js';

/** The header and the navigation around every screen. */
export function AppLayout(): ReactNode {
  const [opened, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The navigation covers the screen of a narrow window.
  useHotkeys(opened ? [['esc', close]] : [], []);
  useFocusMain(path, useRouterState({ select: ({ location }) => location.state.keepsFocus ?? false }));
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
        {t`Skip to content`}
      </a>
      <AppShell.Header px="md">
        <Header isNavigationOpen={opened} onToggleNavigation={toggle} />
      </AppShell.Header>
      <AppShell.Navbar p="sm" mod={{ opened }}>
        <NavigationMenu path={path} onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id={MAIN_ID} tabIndex={-1}>
        <OfflineNotice />
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

/**
 * Moves the focus to the screen after a navigation; the link that led to it stays in the navigation or is gone. What has
 * `FIRST_FOCUS` keeps it.
 *
 * @param keepsFocus whether the screen is the one before, and what has the focus in it keeps it
 */
function useFocusMain(path: string, keepsFocus: boolean): void {
  const shownPath = useRef(path);
  useEffect(() => {
    const hasFocus = document.getElementById(MAIN_ID)?.contains(document.activeElement) ?? false;
    const isFirst = document.activeElement?.closest(`[${FIRST_FOCUS}]`) instanceof Element;
    if (shownPath.current !== path && !(hasFocus && (keepsFocus || isFirst))) focusMain();
    shownPath.current = path;
  }, [path, keepsFocus]);
}
