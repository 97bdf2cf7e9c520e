import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiResponse } from '../../http/send.js';
import type { EntryDocument, Identifier } from '../../jsonapi/document.js';
import { addToMenu } from '../../menus/add-to-menu.js';
import { formatEntryUri } from '../../menus/link-target.js';
import type { MenuPlace } from '../../menus/menu-place.js';
import { NEW_ID } from '../new-id.js';
import { getWritableFields, type ResourceType } from '../resource-type.js';
import { getDefaultValues, getInitialValues, toMembers } from '../values.js';

/** The document of an entry that is not stored yet, with the default values of its fields. */
export function createBlankDocument(resourceType: ResourceType): ApiResponse<EntryDocument> {
  const { type } = resourceType;
  const fields = getWritableFields(resourceType);
  const values = { ...getInitialValues(fields), ...getDefaultValues(fields) };
  const { attributes, relationships } = toMembers(values, fields);
  return { status: 200, body: { data: { type, id: NEW_ID, attributes, relationships } }, etag: undefined };
}

interface NewMenuLink {
  readonly place: MenuPlace | undefined;
  readonly setPlace: (place: MenuPlace | undefined) => void;
  /** Adds the link to the entry, and makes the form of the new entry the one of the stored entry, as it is. */
  readonly finish: (entry: Identifier, title: string) => Promise<void>;
}

/** What follows after a new entry is stored. */
export function useNewEntry(): NewMenuLink {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [place, setPlace] = useState<MenuPlace>();
  return {
    place,
    setPlace,
    finish: async ({ type, id }, title) => {
      if (place !== undefined && place.menuName !== '')
        await addLink(queryClient, place, { uri: formatEntryUri(type, id), title });
      await navigate({
        to: '/entries/$type/$id',
        params: { type, id },
        ...{ replace: true, ignoreBlocker: true, resetScroll: false },
        state: { keepsFocus: true },
      });
    },
  };
}

/** The entry is stored already: a link that cannot be added is no reason to refuse it. */
async function addLink(
  queryClient: QueryClient,
  place: MenuPlace,
  target: { readonly uri: string; readonly title: string },
): Promise<void> {
  try {
    await addToMenu(queryClient, place, target);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    notifications.show({ title: t`The entry is saved, but no menu leads to it`, message, color: 'red' });
  }
}
