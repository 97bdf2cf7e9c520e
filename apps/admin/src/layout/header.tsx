import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  ActionIcon,
  Burger,
  Button,
  Group,
  Menu,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { buildUrl } from '../http/build-url.js';
import { IconLogout, IconMoon, IconSun, IconUser, IconUserCog } from '../icons/icons.js';
import { LanguageItems } from '../locales/language-items.js';
import { SearchButton } from '../search/search-button.js';
import { useSession } from '../session/session-state.js';
import { signOut } from '../session/session.js';
import { siteAppearance } from '../site-appearance.js';
import { TextLink } from './links.js';

interface HeaderProps {
  readonly isNavigationOpen: boolean;
  readonly onToggleNavigation: () => void;
}

/** The bar above every screen: navigation button of narrow screens, link to the start, colour scheme and account menu. */
export function Header({ isNavigationOpen, onToggleNavigation }: HeaderProps): ReactNode {
  return (
    <Group h="100%" gap="sm" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Burger
          opened={isNavigationOpen}
          onClick={onToggleNavigation}
          hiddenFrom="sm"
          size="sm"
          aria-label={isNavigationOpen ? t`Close navigation` : t`Open navigation`}
          aria-expanded={isNavigationOpen}
        />
        <TextLink to="/" underline="never" c="inherit" miw={0}>
          <Group gap="xs" wrap="nowrap" miw={0}>
            <img src={siteAppearance.logo ?? buildUrl('/admin/favicon.svg')} alt="" className="site-logo" />
            <Text fw={650} truncate>
              {siteAppearance.name}
            </Text>
          </Group>
        </TextLink>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <SearchButton />
        <ColorSchemeSwitch />
        <UserMenu />
      </Group>
    </Group>
  );
}

/** Switches between light and dark. Until it is used, the colour scheme is that of the system. */
function ColorSchemeSwitch(): ReactNode {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const label = other === 'dark' ? t`Use dark colours` : t`Use light colours`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size="lg"
        aria-label={label}
        onClick={() => {
          setColorScheme(other);
        }}
      >
        {other === 'dark' ? <IconMoon size={18} /> : <IconSun size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}

function UserMenu(): ReactNode {
  const { user } = useSession();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          px="sm"
          leftSection={<IconUser size={18} />}
          aria-label={t`Account: ${user.displayName ?? user.name}`}
        >
          <Text span inherit truncate maw={200} visibleFrom="sm">
            {user.displayName ?? user.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="xs">
            <Trans>
              Signed in as {user.name}, with the role {user.role}
            </Trans>
          </Text>
        </Menu.Label>
        <Menu.Item leftSection={<IconUserCog size={16} />} component="a" href={buildUrl('/user')}>
          {t`My account`}
        </Menu.Item>
        <LanguageItems />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t`Sign out`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
