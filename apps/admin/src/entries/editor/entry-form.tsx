import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Form } from '../../forms/form.js';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { useAct } from '../../forms/use-act.js';
import { useDraft } from '../../forms/use-draft.js';
import { RequestFailed } from '../../http/request-failed.js';
import type { Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { ResourceType } from '../resource-type.js';
import { membersOf, pointerTo, type Values, valuesOf } from '../values.js';
import { ConflictDialog } from './conflict-dialog.js';
import { EntryFields } from './entry-fields.js';
import { SaveBar } from './save-bar.js';
import { useFirstFault } from './use-first-fault.js';

interface EntryFormProps {
  readonly resourceType: ResourceType;
  readonly entry: Resource;
  /** The version that is edited. */
  readonly etag: string | undefined;
  /** Gets what is there now. */
  readonly onReload: () => Promise<unknown>;
}

/** Sends what was changed, and only that. */
export function EntryForm({ resourceType, entry, etag, onReload }: EntryFormProps): ReactNode {
  const { type, id } = entry;
  const { allFields, entity } = resourceType;
  const queries = useQueryClient();
  const draft = useDraft<Values>(valuesOf(entry, allFields));
  const save = useAct({
    act: ({ overwrite }: { overwrite: boolean }) =>
      jsonApi.update(
        { type, id },
        membersOf(draft.changes as Values, allFields),
        overwrite ? undefined : etag,
      ),
    done: 'Saved',
    refresh: [['entries']],
    then: (answer) => {
      queries.setQueryData(['entry', type, id], answer);
      draft.reset();
    },
  });
  const isConflict = save.error instanceof RequestFailed && save.error.status === 412;
  const failure = isConflict ? null : save.error;
  useFirstFault(failure);

  return (
    <>
      <UnsavedChanges when={draft.isChanged} />
      {isConflict && (
        <ConflictDialog
          entry={{ type, id }}
          fields={allFields}
          before={valuesOf(entry, allFields)}
          mine={draft.changes as Values}
          onTakeTheirs={() => {
            draft.reset();
            save.reset();
            void onReload();
          }}
          onTakeMine={() => {
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
        shown={allFields.map(pointerTo)}
        gap="lg"
      >
        <EntryFields resourceType={resourceType} draft={draft} failure={failure} />
        {entity.writable && <SaveBar isChanged={draft.isChanged} isSaving={save.isPending} act="Save" />}
      </Form>
    </>
  );
}
