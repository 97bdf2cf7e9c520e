import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Form } from '../../forms/form.js';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { useAction } from '../../forms/use-action.js';
import { useDraft } from '../../forms/use-draft.js';
import { ApiError } from '../../http/api-error.js';
import type { Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { ResourceType } from '../resource-type.js';
import { toMembers, formatPointer, type Values, toValues } from '../values.js';
import { ConflictDialog } from './conflict-dialog.js';
import { EntryFields } from './entry-fields.js';
import { SaveBar } from './save-bar.js';

interface EntryFormProps {
  readonly resourceType: ResourceType;
  readonly entry: Resource;
  /** The version of the entry. */
  readonly etag: string | undefined;
  /** Fetches the stored version. */
  readonly onReload: () => Promise<unknown>;
}

/** The form of an existing entry; it sends only changed members, with `If-Match`. */
export function EntryForm({ resourceType, entry, etag, onReload }: EntryFormProps): ReactNode {
  const { type, id } = entry;
  const { allFields, entity } = resourceType;
  const queryClient = useQueryClient();
  const draft = useDraft<Values>(toValues(entry, allFields));
  const save = useAction({
    mutationFn: ({ overwrite }: { overwrite: boolean }) =>
      jsonApi.update(
        { type, id },
        toMembers(draft.changes as Values, allFields),
        overwrite ? undefined : etag,
      ),
    successMessage: 'Saved',
    invalidates: [['entries']],
    onSuccess: (response) => {
      queryClient.setQueryData(['entry', type, id], response);
      draft.reset();
    },
  });
  const isConflict = save.error instanceof ApiError && save.error.status === 412;
  const failure = isConflict ? null : save.error;

  return (
    <>
      <UnsavedChanges when={draft.isChanged} />
      {isConflict && (
        <ConflictDialog
          entry={{ type, id }}
          fields={allFields}
          original={toValues(entry, allFields)}
          changes={draft.changes as Values}
          onDiscard={() => {
            draft.reset();
            save.reset();
            void onReload();
          }}
          onOverwrite={() => {
            save.mutate({ overwrite: true });
          }}
          onClose={save.reset}
        />
      )}
      <Form
        onSubmit={() => {
          save.mutate({ overwrite: false });
        }}
        failure={failure}
        inputPointers={allFields.map(formatPointer)}
        gap="lg"
      >
        <EntryFields resourceType={resourceType} draft={draft} failure={failure} />
        {entity.writable && <SaveBar isChanged={draft.isChanged} isSaving={save.isPending} label="Save" />}
      </Form>
    </>
  );
}
