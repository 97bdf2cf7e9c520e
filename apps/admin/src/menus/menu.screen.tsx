import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ReadOnlyNotice } from '../entries/read-only-notice.js';
import { NotFoundScreen } from '../layout/error-screens.js';
import { BackLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import { MenuEditor } from './menu-editor.js';
import { menuContent } from './menu-content.js';
import { useMenus } from './use-menus.js';

const route = getRouteApi('/menus/$menu');

/** The links of one menu. */
export function MenuScreen(): ReactNode {
  const { menu: name } = route.useParams();
  const { data: menus } = useMenus();
  const menu = menus?.body.menus.find((one) => one.name === name);
  const query = useQuery(menuContent(name));
  if (menus !== undefined && menu === undefined) return <NotFoundScreen />;
  return (
    <Screen
      title={menu?.label ?? t`Menu`}
      description={t`Move links by a drag, by the arrow keys on their handles (left and right change the level), or by their menus.`}
      above={<BackLink to="/menus">{t`Menus`}</BackLink>}
    >
      <ReadOnlyNotice />
      <QueryBoundary query={query}>
        {(stored) => <MenuEditor key={name} menuName={name} stored={stored} />}
      </QueryBoundary>
    </Screen>
  );
}
