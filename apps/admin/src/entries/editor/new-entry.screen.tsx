import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Form, preventSubmissionByEnter } from '../../forms/form.js';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { useAction } from '../../forms/use-action.js';
import { useDraft } from '../../forms/use-draft.js';
import { useOpenErrors } from '../../forms/use-open-errors.js';
import { NotFoundScreen } from '../../layout/error-screens.js';
import { BackLink } from '../../layout/links.js';
import { Screen } from '../../layout/screen.js';
import type { Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { addToMenu } from '../../menus/add-to-menu.js';
import { formatEntryUri } from '../../menus/link-target.js';
import { NewMenuPanel } from '../../menus/menu-panel.js';
import type { MenuPlace } from '../../menus/menu-place.js';
import { getLastSearch } from '../list/last-search.js';
import { ReadOnlyNotice } from '../read-only-notice.js';
import { hasPage, isReadOnly, type ResourceType, STATUS, useResourceType } from '../resource-type.js';
import { getDefaultValues, getInitialValues, toMembers, formatPointer, type Values } from '../values.js';
import { assertValid } from '../validate-values.js';
import { getText } from '../widgets/widget.js';
import { EntryFields } from './entry-fields.js';
import { getEntryKey } from './entry-query.js';
import { SaveBar } from './save-bar.js';

const route = getRouteApi('/entries/$type/new');

/** The editor of a new entry. */
export function NewEntryScreen(): ReactNode {
  const { type } = route.useParams();
  const resourceType = useResourceType(type);
  if (resourceType === undefined) return null;
  if (resourceType?.entity.creatable !== true) return <NotFoundScreen />;
  return <NewEntry key={type} resourceType={resourceType} />;
}

function NewEntry({ resourceType }: { readonly resourceType: ResourceType }): ReactNode {
  const { type, label, allFields, labelField } = resourceType;
  const fields = allFields.filter((field) => !isReadOnly(field, type));
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [defaults] = useState<Values>(() => getDefaultValues(fields));
  const [initial] = useState<Values>(() => ({ ...getInitialValues(fields), ...defaults }));
  const draft = useDraft(initial);
  const [place, setPlace] = useState<MenuPlace>();
  const title = getText(draft.values[labelField.name]);
  const create = useAction({
    // Other unchanged values are omitted: the service sets its initial values.
    mutationFn: async ({ status }: { status: boolean }) => {
      assertValid(draft.values, fields);
      return jsonApi.create(type, toMembers({ ...defaults, ...draft.changes, [STATUS]: status }, fields));
    },
    successMessage: (_, { status }) => (status ? t`Published` : t`Draft saved`),
    invalidates: [['entries'], ['content-model']],
    withoutRefetch: true,
    onSuccess: async (response) => {
      const { data } = response.body;
      queryClient.setQueryData(getEntryKey(data), response);
      await addLink(data);
      return navigate({ to: '/entries/$type/$id', params: data, ignoreBlocker: true });
    },
  });
  /** The entry is stored already: without its link, the editor leads to it as well. */
  const addLink = async ({ id }: Resource): Promise<void> => {
    if (place === undefined || place.menuName === '') return;
    try {
      await addToMenu(queryClient, place, { uri: formatEntryUri(type, id), title });
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      notifications.show({ title: t`The entry is saved, but no menu leads to it`, message, color: 'red' });
    }
  };
  const failure = useOpenErrors(create.error, draft.values);
  return (
    <Screen
      title={t`New entry in ${label}`}
      above={
        <BackLink to="/entries/$type" params={{ type }} search={getLastSearch(type)}>
          {label}
        </BackLink>
      }
    >
      <UnsavedChanges when={draft.isChanged} />
      <ReadOnlyNotice />
      <Form
        onSubmit={() => {
          create.mutate({ status: false });
        }}
        onKeyDown={preventSubmissionByEnter}
        failure={failure}
        inputPointers={fields.map(formatPointer)}
        gap="lg"
      >
        <EntryFields
          resourceType={{ ...resourceType, allFields: fields }}
          draft={draft}
          failure={failure}
          state="draft"
        >
          {hasPage(resourceType) && <NewMenuPanel title={title} value={place} onChange={setPlace} />}
        </EntryFields>
        <SaveBar
          isNew
          state="draft"
          isVersioned={resourceType.entity.versioned}
          isChanged={draft.isChanged}
          isSaving={create.isPending}
          onPublish={() => {
            create.mutate({ status: true });
          }}
        />
      </Form>
    </Screen>
  );
}
