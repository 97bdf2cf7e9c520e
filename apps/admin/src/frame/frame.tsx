import { AppShell, Burger, Group, NavLink, ScrollArea, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { addressOf } from '../http/address.js';
import { useSession } from '../session/use-session.js';
import { Allowed } from './allowed.js';
import { ColorSchemeSwitch } from './color-scheme-switch.js';
import { NavigationLink, TextLink } from './links.js';
import { SCREENS } from './navigation.js';
import { UserMenu } from './user-menu.js';

/** What stands around every screen. */
export function Frame(): ReactNode {
  const [opened, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close navigation' : 'Open navigation'}
              aria-expanded={opened}
            />
            <TextLink to="/" underline="never" c="inherit">
              <Group gap="xs" wrap="nowrap">
                <img src={addressOf('/admin/favicon.svg')} alt="" width={26} height={26} />
                <Text fw={650} truncate>
                  {window.location.host}
                </Text>
              </Group>
            </TextLink>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ColorSchemeSwitch />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Navigation path={path} onChoice={close} />
      </AppShell.Navbar>
      <AppShell.Main>
        <Suspense fallback={<Skeleton height={320} />}>
          <Allowed path={path}>
            <Outlet />
          </Allowed>
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

interface NavigationProps {
  readonly path: string;
  readonly onChoice: () => void;
}

function Navigation({ path, onChoice }: NavigationProps): ReactNode {
  const { scopes } = useSession();
  const offered = SCREENS.filter(
    ({ anyOf }) => anyOf.length === 0 || anyOf.some((scope) => scopes.has(scope)),
  );
  return (
    <>
      <AppShell.Section grow component={ScrollArea} type="auto">
        {offered.map(({ to, label, icon: Icon }) => (
          <NavigationLink
            key={to}
            to={to}
            label={label}
            leftSection={<Icon size={18} stroke={1.6} />}
            active={to === '/' ? path === '/' : path.startsWith(to)}
            variant="light"
            onClick={onChoice}
          />
        ))}
      </AppShell.Section>
      <AppShell.Section>
        <NavLink
          component="a"
          href={addressOf('/docs')}
          target="_blank"
          rel="noopener"
          label="API documentation"
          leftSection={<IconExternalLink size={18} stroke={1.6} />}
        />
      </AppShell.Section>
    </>
  );
}
