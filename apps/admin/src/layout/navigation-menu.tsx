import { t } from '@lingui/core/macro';
import { AppShell, Divider, NavLink, ScrollArea } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { buildUrl } from '../http/build-url.js';
import { IconAdjustmentsHorizontal, IconExternalLink } from '../icons/icons.js';
import * as queries from '../management-api/queries.js';
import { useSession } from '../session/session-state.js';
import { NavigationLink } from './links.js';
import { getAllowedItems, NAVIGATION_GROUPS, type NavigationItem } from './navigation.js';
import { GroupLabel, TypeLinks } from './type-links.js';

interface NavigationMenuProps {
  readonly path: string;
  readonly onNavigate: () => void;
}

/** The screens and resource types that the user's scopes allow; the screens of administrators can be folded. */
export function NavigationMenu({ path, onNavigate }: NavigationMenuProps): ReactNode {
  const { scopes } = useSession();
  const items = getAllowedItems(scopes);
  const viewport = useShownCurrentLink(path);
  const content = items.filter(({ group }) => group === 'content');
  const administration = items.filter(({ group }) => group !== 'content');
  return (
    <AppShell.Section
      grow
      component={ScrollArea}
      type="auto"
      offsetScrollbars="present"
      scrollbarSize={8}
      viewportRef={viewport}
      viewportProps={{ tabIndex: -1 }}
    >
      {content.map((item) => (
        <ItemLink key={item.to} item={item} path={path} onNavigate={onNavigate} />
      ))}
      {content.some(({ to }) => to === '/entries') && <TypeLinks path={path} onNavigate={onNavigate} />}
      {administration.length > 0 && (
        <>
          <Divider my="xs" />
          <Administration items={administration} path={path} onNavigate={onNavigate} />
        </>
      )}
      <DocumentLink path="/docs/guide" label={t`Guide`} />
      <DocumentLink path="/docs" label={t`API documentation`} />
    </AppShell.Section>
  );
}

/** A link to a page of the service, which opens in a new tab. */
function DocumentLink({ path, label }: { readonly path: string; readonly label: string }): ReactNode {
  return (
    <NavLink
      component="a"
      href={buildUrl(path)}
      target="_blank"
      rel="noopener"
      label={label}
      leftSection={<IconExternalLink size={18} stroke={1.6} />}
    />
  );
}

/** Scrolls the navigation to the link of the present screen, also when links above it are loaded later. */
function useShownCurrentLink(path: string): RefObject<HTMLDivElement | null> {
  const viewport = useRef<HTMLDivElement>(null);
  const { isSuccess } = useQuery(queries.contentModel);
  useEffect(() => {
    viewport.current?.querySelector('a[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [path, isSuccess]);
  return viewport;
}

interface AdministrationProps extends NavigationMenuProps {
  readonly items: readonly NavigationItem[];
}

/** Open for administrators at first, folded for others; the browser keeps the choice. */
function Administration({ items, path, onNavigate }: AdministrationProps): ReactNode {
  const { scopes } = useSession();
  const [isOpen, setOpen] = useLocalStorage({
    key: 'navigation-administration',
    defaultValue: scopes.has('site_settings:administer'),
    getInitialValueInEffect: false,
  });
  return (
    <NavLink
      component="button"
      type="button"
      label={t`Administration`}
      leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} />}
      childrenOffset={0}
      opened={isOpen}
      aria-expanded={isOpen}
      onChange={setOpen}
    >
      {Object.entries(NAVIGATION_GROUPS).map(([group, label]) => {
        const members = items.filter((item) => item.group === group);
        return (
          members.length > 0 && (
            <div key={group} role="group" aria-label={label}>
              {members.length > 1 && <GroupLabel>{label}</GroupLabel>}
              {members.map((item) => (
                <ItemLink key={item.to} item={item} path={path} onNavigate={onNavigate} />
              ))}
            </div>
          )
        );
      })}
    </NavLink>
  );
}

interface ItemLinkProps extends NavigationMenuProps {
  readonly item: NavigationItem;
}

function ItemLink({ item: { to, label, icon: Icon }, path, onNavigate }: ItemLinkProps): ReactNode {
  // Resource types have links of their own.
  const isExact = to === '/' || to === '/entries';
  return (
    <NavigationLink
      to={to}
      activeOptions={{ exact: isExact, includeSearch: false }}
      py={6}
      label={label}
      leftSection={<Icon size={18} stroke={1.6} />}
      active={isExact ? path === to : path.startsWith(to)}
      variant="light"
      onClick={onNavigate}
    />
  );
}
