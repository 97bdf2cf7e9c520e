import { t } from '@lingui/core/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form } from '../../forms/form.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { FormDialog } from '../../forms/form-dialog.js';
import { isSame } from '../../forms/is-same.js';
import { useAction } from '../../forms/use-action.js';
import { toValidationError } from '../../http/api-error.js';
import { findFieldError } from '../../http/field-errors.js';
import type { ApiResponse } from '../../http/send.js';
import { IconBookmarkPlus, IconTrash, IconUsers } from '../../icons/icons.js';
import { BOUNDS } from '../../management-api/bounds.js';
import { managementApi } from '../../management-api/management-api.js';
import * as queries from '../../management-api/queries.js';
import type { ListView, ListViews } from '../../management-api/resources.js';
import { useSession } from '../../session/session-state.js';
import { type EntriesSearch, parseEntriesSearch, toViewSearch } from './entries-search.js';
import { ShareView, UnshareView } from './share-view.js';

interface SavedViewsProps {
  readonly type: string;
  /** The search of the address. */
  readonly search: EntriesSearch;
  /** The same with the columns and the page size that are shown: those that a new view has. */
  readonly shown: EntriesSearch;
  /** Whether entries of the type can have changes that are not published. */
  readonly isVersioned: boolean;
  /** Shows the list with another search. */
  readonly onOpen: (search: EntriesSearch) => void;
}

const invalidates = [['list-views']];

/** Buttons for the entries with changes, for the saved views of a list, and for saving the present search as one. Views belong to the
 * account; administrators share them. */
export function SavedViews({ type, search, shown, isVersioned, onOpen }: SavedViewsProps): ReactNode {
  const { data: stored } = useQuery(queries.listViews);
  const [opened, { open, close }] = useDisclosure();
  const present = toViewSearch(search);
  const isPresent = (view: Pick<ListView, 'search'>): boolean =>
    isSame(toViewSearch(parseEntriesSearch(view.search)), present);
  const views = (stored?.body.views ?? []).filter((view) => view.resourceType === type);
  const active = views.find(isPresent);
  const sharedViews = (stored?.body.shared ?? []).filter((view) => view.resourceType === type);
  const activeShared = sharedViews.find(isPresent);
  const mayShare = useSession().scopes.has('site_settings:administer');
  const remove = useAction({
    mutationFn: (view: ListView) => saveViews(stored, (all) => all.filter((one) => !isView(one, view))),
    successMessage: (_, { name }) => t`The view «${name}» is deleted`,
    invalidates,
    toastErrors: true,
    onSuccess: () => {
      onOpen({});
    },
  });
  const hasSearch = Object.keys(present).length > 0;
  if (stored === undefined || (views.length + sharedViews.length === 0 && !hasSearch && !isVersioned))
    return null;
  return (
    <Group gap="xs" role="group" aria-label={t`Views`}>
      <ViewButton
        label={t`All`}
        isActive={!hasSearch && search.changes !== true}
        onClick={() => {
          onOpen({});
        }}
      />
      {isVersioned && (
        <ViewButton
          label={t`Changes`}
          isActive={search.changes === true}
          onClick={() => {
            onOpen({ changes: true });
          }}
        />
      )}
      {views.map((view) => (
        <ViewButton
          key={view.name}
          label={view.name}
          isActive={view === active}
          onClick={() => {
            onOpen(parseEntriesSearch(view.search));
          }}
        />
      ))}
      {sharedViews.map((view) => (
        <ViewButton
          key={`shared ${view.name}`}
          label={view.name}
          icon={<IconUsers size={14} />}
          isActive={view === activeShared}
          onClick={() => {
            onOpen(parseEntriesSearch(view.search));
          }}
        />
      ))}
      {active === undefined && activeShared === undefined && hasSearch && (
        <Button size="xs" variant="subtle" leftSection={<IconBookmarkPlus size={16} />} onClick={open}>
          {t`Save this view`}
        </Button>
      )}
      {active !== undefined && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconTrash size={16} />}
          loading={remove.isPending}
          onClick={() => {
            remove.mutate(active);
          }}
        >
          {t`Delete this view`}
        </Button>
      )}
      {mayShare && active !== undefined && activeShared === undefined && <ShareView view={active} />}
      {mayShare && activeShared !== undefined && (
        <UnshareView
          view={activeShared}
          onDone={() => {
            onOpen({});
          }}
        />
      )}
      <FormDialog opened={opened} onClose={close} title={t`Save this view`}>
        <NewView type={type} search={toViewSearch(shown)} stored={stored} onSaved={onOpen} onClose={close} />
      </FormDialog>
    </Group>
  );
}

interface ViewButtonProps {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isActive: boolean;
  readonly onClick: () => void;
}

function ViewButton({ label, icon, isActive, onClick }: ViewButtonProps): ReactNode {
  return (
    <Button
      size="xs"
      radius="xl"
      maw={240}
      variant={isActive ? 'filled' : 'default'}
      aria-pressed={isActive}
      leftSection={icon}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

interface NewViewProps {
  readonly type: string;
  readonly search: EntriesSearch;
  readonly stored: ApiResponse<ListViews>;
  readonly onSaved: (search: EntriesSearch) => void;
  readonly onClose: () => void;
}

/** The most characters of a name, as the service has it. */
const NAME_LENGTH = BOUNDS['ListViews.view'].name.maxLength;

function NewView({ type, search, stored, onSaved, onClose }: NewViewProps): ReactNode {
  const [name, setName] = useState('');
  const save = useAction({
    mutationFn: () => {
      const view = { name: name.trim(), resourceType: type, search: { ...search } };
      if (stored.body.views.some((other) => isView(other, view)))
        throw toValidationError([{ pointer: '/name', detail: t`There is a view with this name.`, meta: {} }]);
      return saveViews(stored, (all) => [...all, view]);
    },
    successMessage: t`The view «${name.trim()}» is saved`,
    invalidates,
    onSuccess: () => {
      onClose();
      onSaved(search);
    },
  });
  return (
    <Form onSubmit={save.mutate} failure={save.error} inputPointers={['/name']}>
      <TextInput
        label={t`Name`}
        required
        maxLength={NAME_LENGTH}
        data-autofocus
        value={name}
        error={findFieldError(save.error, '/name', t`Name`)}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
        }}
      />
      <FormButtons submit={t`Save view`} isSaving={save.isPending} onCancel={onClose} />
    </Form>
  );
}

/** Replaces the views, unless they were changed in another window meanwhile (412). */
async function saveViews(
  stored: ApiResponse<ListViews> | undefined,
  change: (views: readonly ListView[]) => readonly ListView[],
): Promise<void> {
  await managementApi.patch('/me/views', { views: change(stored?.body.views ?? []) }, stored?.etag);
}

function isView(one: ListView, other: ListView): boolean {
  return one.resourceType === other.resourceType && one.name === other.name;
}
