import { t } from '@lingui/core/macro';
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
import { jsonApi } from '../../jsonapi/json-api.js';
import { getLastSearch } from '../list/last-search.js';
import { ReadOnlyNotice } from '../read-only-notice.js';
import { isReadOnly, type ResourceType, STATUS, useResourceType } from '../resource-type.js';
import { getDefaultValues, getInitialValues, toMembers, formatPointer, type Values } from '../values.js';
import { assertValid } from '../validate-values.js';
import { EntryFields } from './entry-fields.js';
import { getEntryKey } from './entry-query.js';
import { SaveBar } from './save-bar.js';

const route = getRouteApi('/entries/$type/new');

/** The editor of a new entry. */
export function NewEntryScreen(): ReactNode {
  const { type } = route.useParams();
  const resourceType = useResourceType(type);
  if (resourceType === undefined) return null;
  if (resourceType?.entity.writable !== true) return <NotFoundScreen />;
  return <NewEntry key={type} resourceType={resourceType} />;
}

function NewEntry({ resourceType }: { readonly resourceType: ResourceType }): ReactNode {
  const { type, label, allFields } = resourceType;
  const fields = allFields.filter((field) => !isReadOnly(field));
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [defaults] = useState<Values>(() => getDefaultValues(fields));
  const [initial] = useState<Values>(() => ({ ...getInitialValues(fields), ...defaults }));
  const draft = useDraft(initial);
  const create = useAction({
    // Other unchanged values are omitted: the service sets its initial values.
    mutationFn: async ({ status }: { status: boolean }) => {
      assertValid(draft.values, fields);
      return jsonApi.create(type, toMembers({ ...defaults, ...draft.changes, [STATUS]: status }, fields));
    },
    successMessage: (_, { status }) => (status ? t`Published` : t`Draft saved`),
    invalidates: [['entries'], ['content-model']],
    withoutRefetch: true,
    onSuccess: (response) => {
      const { data } = response.body;
      queryClient.setQueryData(getEntryKey(data), response);
      return navigate({ to: '/entries/$type/$id', params: data, ignoreBlocker: true });
    },
  });
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
          isPublished={false}
        />
        <SaveBar
          isNew
          isPublished={false}
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
