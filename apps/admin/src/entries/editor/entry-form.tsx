import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Form, preventSubmissionByEnter } from '../../forms/form.js';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { useAction } from '../../forms/use-action.js';
import { useDraft } from '../../forms/use-draft.js';
import { useOpenErrors } from '../../forms/use-open-errors.js';
import { ApiError } from '../../http/api-error.js';
import type { Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { type ResourceType, STATUS } from '../resource-type.js';
import { toMembers, formatPointer, type Values, toValues } from '../values.js';
import { assertValid } from '../validate-values.js';
import { ConflictDialog } from './conflict-dialog.js';
import { EntryFields } from './entry-fields.js';
import { getEntryKey } from './entry-query.js';
import { SaveBar } from './save-bar.js';

interface EntryFormProps {
  readonly resourceType: ResourceType;
  readonly entry: Resource;
  /** The version of the entry. */
  readonly etag: string | undefined;
  /** Fetches the stored version. */
  readonly onReload: () => Promise<unknown>;
}

interface Save {
  /** The changed values to send. */
  readonly values: Values;
  readonly successMessage: string;
  /** Whether to save without `If-Match`, after a conflict. */
  readonly overwrite: boolean;
}

/** The form of an existing entry; it sends only changed members, with `If-Match`. */
export function EntryForm({ resourceType, entry, etag, onReload }: EntryFormProps): ReactNode {
  const { type, id } = entry;
  const { allFields, entity } = resourceType;
  const queryClient = useQueryClient();
  const draft = useDraft<Values>(toValues(entry, allFields));
  const changes = draft.changes as Values;
  const save = useAction({
    mutationFn: async ({ values, overwrite }: Save) => {
      assertValid(values, allFields);
      return jsonApi.update({ type, id }, toMembers(values, allFields), overwrite ? undefined : etag);
    },
    successMessage: (_, { successMessage }) => successMessage,
    invalidates: [['entries']],
    withoutRefetch: true,
    onSuccess: (response, { values }) => {
      queryClient.setQueryData(getEntryKey({ type, id }), response);
      if (isSentCompletely(changes, values)) draft.reset();
    },
  });
  const isConflict = save.error instanceof ApiError && save.error.status === 412;
  const failure = useOpenErrors(isConflict ? null : save.error, draft.values);
  const isPublished = entry.attributes[STATUS] === true;
  const publish = (status: boolean, values: Values, successMessage: string) => () => {
    save.mutate({ values: { ...values, [STATUS]: status }, successMessage, overwrite: false });
  };

  return (
    <>
      <UnsavedChanges when={draft.isChanged} />
      {isConflict && save.variables !== undefined && (
        <ConflictDialog
          entry={{ type, id }}
          fields={allFields}
          original={toValues(entry, allFields)}
          changes={save.variables.values}
          onDiscard={() => {
            draft.reset();
            save.reset();
            void onReload();
          }}
          onOverwrite={() => {
            save.mutate({ ...save.variables, overwrite: true });
          }}
          onClose={save.reset}
        />
      )}
      <Form
        onSubmit={() => {
          save.mutate({ values: changes, successMessage: t`Saved`, overwrite: false });
        }}
        onKeyDown={preventSubmissionByEnter}
        failure={failure}
        inputPointers={allFields.map(formatPointer)}
        gap="lg"
      >
        <EntryFields resourceType={resourceType} draft={draft} failure={failure} isPublished={isPublished} />
        {entity.writable && (
          <SaveBar
            isNew={false}
            isPublished={isPublished}
            isChanged={draft.isChanged}
            isSaving={save.isPending}
            onPublish={publish(true, changes, t`Published`)}
            onUnpublish={publish(false, {}, t`Unpublished`)}
          />
        )}
      </Form>
    </>
  );
}

/** Whether an update contained all changes of the form. */
function isSentCompletely(changes: Values, sent: Values): boolean {
  return Object.keys(changes).every((name) => name in sent);
}
