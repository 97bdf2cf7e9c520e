import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Form } from '../../forms/form.js';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { useAct } from '../../forms/use-act.js';
import { useDraft } from '../../forms/use-draft.js';
import { NotFound } from '../../frame/not-found.js';
import { Screen } from '../../frame/screen.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { ReadOnlyNotice } from '../read-only-notice.js';
import { isReadOnly, type ResourceType, useResourceType } from '../resource-type.js';
import { initialValues, membersOf, pointerTo, type Values } from '../values.js';
import { EntriesLink } from './entries-link.js';
import { EntryFields } from './entry-fields.js';
import { SaveBar } from './save-bar.js';
import { useFirstFault } from './use-first-fault.js';

const route = getRouteApi('/entries/$type/new');

export function NewEntryScreen(): ReactNode {
  const { type } = route.useParams();
  const resourceType = useResourceType(type);
  if (resourceType === undefined) return null;
  if (resourceType?.entity.writable !== true) return <NotFound />;
  return <NewEntry key={type} resourceType={resourceType} />;
}

function NewEntry({ resourceType }: { readonly resourceType: ResourceType }): ReactNode {
  const { type, label, allFields } = resourceType;
  const fields = allFields.filter((field) => !isReadOnly(field));
  const navigate = useNavigate();
  const [initial] = useState<Values>(() => initialValues(fields));
  const draft = useDraft(initial);
  const create = useAct({
    // What nobody has touched has the initial value that the service knows.
    act: () =>
      jsonApi.create(type, membersOf({ ...draft.changes, status: draft.values['status'] ?? true }, fields)),
    done: 'Created',
    refresh: [['entries'], ['content-model']],
    then: ({ body: { data } }) => navigate({ to: '/entries/$type/$id', params: data, ignoreBlocker: true }),
  });
  useFirstFault(create.error);
  return (
    <Screen title={`New entry in ${label}`} above={<EntriesLink type={type} label={label} />}>
      <UnsavedChanges when={draft.isChanged} />
      <ReadOnlyNotice />
      <Form onSubmit={create.mutate} failure={create.error} shown={fields.map(pointerTo)} gap="lg">
        <EntryFields
          resourceType={{ ...resourceType, allFields: fields }}
          draft={draft}
          failure={create.error}
        />
        <SaveBar isChanged={draft.isChanged} isSaving={create.isPending} act="Create entry" />
      </Form>
    </Screen>
  );
}
