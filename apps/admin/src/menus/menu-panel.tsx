import { t } from '@lingui/core/macro';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { getText } from '../entries/widgets/widget.js';
import { ConfirmButton } from '../forms/confirm.js';
import { useAction } from '../forms/use-action.js';
import { IconPlus } from '../icons/icons.js';
import type { Identifier, Resource } from '../jsonapi/document.js';
import { jsonApi } from '../jsonapi/json-api.js';
import { TextLink } from '../layout/links.js';
import { MENU_SCOPES } from '../layout/navigation.js';
import { useSession } from '../session/session-state.js';
import { addToMenu } from './add-to-menu.js';
import { formatEntryUri } from './link-target.js';
import { MENU_LINK_TYPE, toStoredLink } from './menu-link.js';
import { type MenuPlace, MenuPlaceInput } from './menu-place.js';
import { useMenus } from './use-menus.js';

/** Links to one entry that are shown. */
const LIMIT = 20;

const NO_PLACE: MenuPlace = { menuName: '', parent: '', title: '' };

/** Whether the user may change menus. */
function useCanEditMenus(): boolean {
  const { scopes } = useSession();
  return MENU_SCOPES.every((scope) => scopes.has(scope));
}

interface MenuPanelProps {
  readonly entry: Identifier;
  readonly title: string;
  /** Its path: links can lead to it instead of the entry. */
  readonly alias: string | undefined;
}

/** The links of menus that lead to an entry, and a form that adds one; every change is saved at once. */
export function MenuPanel({ entry, title, alias }: MenuPanelProps): ReactNode {
  const isShown = useCanEditMenus();
  return isShown && <MenuLinksOfEntry entry={entry} title={title} alias={alias} />;
}

function MenuLinksOfEntry({ entry, title, alias }: MenuPanelProps): ReactNode {
  const uri = formatEntryUri(entry.type, entry.id);
  const uris = alias === undefined ? [uri] : [uri, `internal:${alias}`];
  const queryClient = useQueryClient();
  const { data: links } = useQuery({
    queryKey: ['entries', 'menu-links-of', uris],
    queryFn: async () => {
      const filters = [{ path: 'link.uri', operator: 'IN', value: uris }];
      return (await jsonApi.find(MENU_LINK_TYPE, { filters, sort: 'title', limit: LIMIT })).data;
    },
  });
  const [place, setPlace] = useState<MenuPlace>();
  const add = useAction({
    mutationFn: (chosen: MenuPlace) => addToMenu(queryClient, chosen, { uri, title }),
    successMessage: t`Added to the menu`,
    invalidates: [['entries']],
    onSuccess: () => {
      setPlace(undefined);
    },
    toastErrors: true,
  });
  return (
    <Panel>
      {links?.map((link) => (
        <LinkOfEntry key={link.id} resource={link} />
      ))}
      {links?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t`No menu leads to this entry.`}
        </Text>
      )}
      <PlaceInput title={title} value={place} cancel={t`Cancel`} onChange={setPlace}>
        {(chosen) => (
          <Button
            size="xs"
            disabled={chosen.menuName === ''}
            loading={add.isPending}
            onClick={() => {
              add.mutate(chosen);
            }}
          >
            {t`Add to the menu`}
          </Button>
        )}
      </PlaceInput>
    </Panel>
  );
}

/** A link with the menu that it is in, and the button that removes it. */
function LinkOfEntry({ resource }: { readonly resource: Resource }): ReactNode {
  const { data: menus } = useMenus();
  const { title, enabled } = toStoredLink(resource);
  const menuName = getText(resource.attributes['menu_name']);
  const remove = useAction({
    mutationFn: () => jsonApi.remove(resource),
    successMessage: t`Removed from the menu`,
    invalidates: [['entries']],
    toastErrors: true,
  });
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <TextLink to="/menus/$menu" params={{ menu: menuName }} size="xs">
          {menus?.body.menus.find(({ name }) => name === menuName)?.label ?? menuName}
        </TextLink>
        {!enabled && (
          <Text size="xs" c="dimmed" span>
            {' '}
            {t`– switched off`}
          </Text>
        )}
      </div>
      <ConfirmButton
        variant="subtle"
        color="red"
        size="xs"
        loading={remove.isPending}
        aria-label={t`Remove ${title} from the menu`}
        question={{
          title: t`Remove ${title} from the menu?`,
          text: t`Links below it move to the first level. The entry stays.`,
          confirmLabel: t`Remove link`,
        }}
        onConfirm={remove.mutate}
      >
        {t`Remove`}
      </ConfirmButton>
    </Group>
  );
}

interface NewMenuPanelProps {
  readonly title: string;
  /** `undefined` when no link is to be added. */
  readonly value: MenuPlace | undefined;
  readonly onChange: (value: MenuPlace | undefined) => void;
}

/** The place of a new entry in a menu, whose link is added after the entry is saved. */
export function NewMenuPanel({ title, value, onChange }: NewMenuPanelProps): ReactNode {
  const isShown = useCanEditMenus();
  if (!isShown) return null;
  return (
    <Panel>
      <PlaceInput title={title} value={value} cancel={t`Add no link`} onChange={onChange} />
      {value !== undefined && (
        <Text size="xs" c="dimmed">
          {t`The link is added when the entry is saved. Readers see it when the entry is published.`}
        </Text>
      )}
    </Panel>
  );
}

interface PlaceInputProps extends NewMenuPanelProps {
  /** The label of the button that closes the inputs. */
  readonly cancel: string;
  /** Further buttons. */
  readonly children?: (place: MenuPlace) => ReactNode;
}

/** A button that opens the inputs of a place; the focus follows to them, and back. */
function PlaceInput({ title, value, cancel, onChange, children }: PlaceInputProps): ReactNode {
  const inputs = useRef<HTMLDivElement>(null);
  const isOpen = value !== undefined;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current !== isOpen) inputs.current?.querySelector<HTMLElement>('input, button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <Stack gap="sm" ref={inputs}>
      {value === undefined ? (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            onChange(NO_PLACE);
          }}
        >
          {t`Add to a menu`}
        </Button>
      ) : (
        <>
          <MenuPlaceInput value={value} title={title} onChange={onChange} />
          <Group justify="flex-end" gap="sm">
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                onChange(undefined);
              }}
            >
              {cancel}
            </Button>
            {children?.(value)}
          </Group>
        </>
      )}
    </Stack>
  );
}

function Panel({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Card withBorder component="section" aria-label={t`Menu`}>
      <Title order={2} size="h5" mb="md">
        {t`Menu`}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </Card>
  );
}
