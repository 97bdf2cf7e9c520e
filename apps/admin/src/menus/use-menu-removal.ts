import { plural, t } from '@lingui/core/macro';
import { confirm } from '../forms/confirm.js';
import { useAction } from '../forms/use-action.js';
import { jsonApi } from '../jsonapi/json-api.js';
import { managementApi } from '../management-api/management-api.js';
import type { MenuSettings } from '../management-api/resources.js';
import { MENU_LINK_TYPE } from './menu-link.js';
import { useMenus } from './use-menus.js';

/** The removal of a menu: it asks first, with the number of its links, which are deleted with it by a job. */
export function useMenuRemoval({ name, label }: MenuSettings['menus'][number]): {
  readonly ask: () => void;
  readonly isPending: boolean;
} {
  const { data } = useMenus();
  const remove = useAction({
    mutationFn: ({ force }: { force: boolean }) =>
      managementApi.changeModel(
        'PATCH',
        `/settings/menus${force ? '?force=true' : ''}`,
        { menus: data?.body.menus.filter((menu) => menu.name !== name) },
        data?.etag,
      ),
    successMessage: t`${label} is removed`,
    invalidates: [['settings'], ['entries'], ['content-model']],
    toastErrors: true,
  });
  const count = useAction({
    mutationFn: async () => {
      const filters = [{ path: 'menu_name', operator: '=', value: name }];
      const { meta } = await jsonApi.find(MENU_LINK_TYPE, { filters, limit: 1 });
      return Number(meta?.count ?? 0);
    },
    invalidates: [],
    onSuccess: (links) => {
      confirm({
        title: t`Remove ${label}?`,
        text:
          links === 0
            ? t`It has no links.`
            : plural(links, {
                one: 'Its # link is deleted as well. This cannot be undone.',
                other: 'Its # links are deleted as well. This cannot be undone.',
              }),
        confirmLabel:
          links === 0
            ? t`Remove menu`
            : plural(links, { one: 'Remove menu and # link', other: 'Remove menu and # links' }),
        onConfirm: () => {
          remove.mutate({ force: links > 0 });
        },
      });
    },
    toastErrors: true,
  });
  return { ask: count.mutate, isPending: count.isPending || remove.isPending };
}
