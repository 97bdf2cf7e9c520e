import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Form, preventSubmissionByEnter } from '../../forms/form.js';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { useDraft } from '../../forms/use-draft.js';
import { useOpenErrors } from '../../forms/use-open-errors.js';
import type { EntryDocument, Resource } from '../../jsonapi/document.js';
import { useScreenActions } from '../../layout/screen-actions.js';
import { MenuPanel, NewMenuPanel } from '../../menus/menu-panel.js';
import { useDuplicate } from '../list/use-duplicate.js';
import { DiscardChanges, DiscardTyped } from '../copies/discard-changes.js';
import { getEntryState, hasCopy } from '../copies/entry-state.js';
import { isNew } from '../new-id.js';
import { findUnpublishedTargets, type UnpublishedTarget } from '../publishing/find-unpublished-targets.js';
import { PublishTogether } from '../publishing/lazy-publish-together.js';
import { getFieldLabel, getWritableFields, hasPage, type ResourceType } from '../resource-type.js';
import { SchedulePanel } from '../schedules/schedule-panel.js';
import { useEntrySchedules } from '../schedules/use-entry-schedules.js';
import { formatPointer, isObject, type Values, toValues } from '../values.js';
import { getText } from '../widgets/widget.js';
import type { Resolution } from './conflict-dialog.js';
import { EntryFields } from './entry-fields.js';
import { getEntryKey } from './entry-query.js';
import { useNewEntry } from './new-entry.js';
import { canPublish, getPublishLabel, SaveBar } from './save-bar.js';
import { useEntrySaves } from './use-entry-saves.js';
import { useTypedChanges } from './use-typed-changes.js';

/** Fields are content, whatever their names. */
const NO_SECRETS: ReadonlySet<string> = new Set();

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.js').then((module) => ({ default: module.ConflictDialog })),
);

const PublishConflict = lazy(() =>
  import('../copies/publish-conflict.js').then((module) => ({ default: module.PublishConflict })),
);

interface EntryFormProps {
  readonly resourceType: ResourceType;
  /** The entry as its working copy shows it. */
  readonly document: EntryDocument;
  /** The version of the document. */
  readonly etag: string | undefined;
  /** Earlier values that become changes of the form. */
  readonly takenOver: Values | undefined;
  /** Whether there is no room for two columns. */
  readonly inOneColumn: boolean;
  /** Called with the id of a new entry after it was stored. */
  readonly onCreated: (id: string) => void;
  /** Fetches the stored version. */
  readonly onReload: () => Promise<unknown>;
}

/** The form of an entry; it sends only changed members, with `If-Match` when the entry is stored already. */
export function EntryForm(props: EntryFormProps): ReactNode {
  const { resourceType, document, etag, takenOver, inOneColumn, onCreated, onReload } = props;
  const { data: entry } = document;
  const { type, id } = entry;
  const { entity } = resourceType;
  const allFields = isNew(entry) ? getWritableFields(resourceType) : resourceType.allFields;
  const queryClient = useQueryClient();
  const { draft, isTyped, discard, settle } = useTypedChanges(
    useDraft<Values>(toValues(entry, allFields), etag),
  );
  const [applied, setApplied] = useState(takenOver);
  if (takenOver !== applied) {
    setApplied(takenOver);
    for (const [name, value] of Object.entries(takenOver ?? {})) draft.set(name, value);
  }
  const changes = draft.changes as Values;
  const title = getText(draft.values[resourceType.labelField.name]);
  const newEntry = useNewEntry();
  const [isAsked, setAsked] = useState(false);
  const { save, autosave, conflict, fieldsPublishedSince } = useEntrySaves({
    resourceType,
    document,
    etag,
    draft,
    isAsked,
    onCreated: async (created) => {
      onCreated(created.id);
      await newEntry.finish(created, title);
    },
    onSaved: settle,
  });
  const isPublishConflict = fieldsPublishedSince.length > 0;
  const failure = useOpenErrors(
    conflict !== undefined || isPublishConflict ? null : save.error,
    draft.values,
  );
  const state = getEntryState(document);
  const hasSchedule = entity.schedulable && entity.writable && !isNew(entry);
  const schedules = useEntrySchedules(id, etag, hasSchedule);

  const [unpublished, setUnpublished] = useState<readonly UnpublishedTarget[]>([]);
  const [isLooking, setLooking] = useState(false);
  const publishAlone = (): void => {
    save.mutate({ action: 'publish', values: changes });
  };
  /** Without an answer of the service, what is asked afterwards says so. */
  const findUnpublished = (): Promise<readonly UnpublishedTarget[]> =>
    findUnpublishedTargets(draft.values, allFields, queryClient).catch(() => []);
  /** Asks first when the entry links unpublished ones. */
  async function publish(): Promise<void> {
    setLooking(true);
    const targets = await findUnpublished();
    setLooking(false);
    if (targets.length === 0) publishAlone();
    else setUnpublished(targets);
  }
  const unpublish = (): void => {
    save.mutate({ action: 'unpublish', values: {} });
  };
  /** Saves what is not saved yet. @returns whether that succeeded */
  async function saveForm(): Promise<boolean> {
    if (!draft.isChanged) return true;
    try {
      await save.mutateAsync({ action: 'save', values: changes });
      return true;
    } catch {
      // The form shows the error.
      return false;
    }
  }
  const duplicate = useDuplicate(resourceType);
  const isPublishable = canPublish({ state, isVersioned: entity.versioned, isChanged: draft.isChanged });
  useScreenActions(
    [
      {
        label: getPublishLabel(state),
        run: () => void publish(),
        isOffered: entity.writable && isPublishable,
      },
      { label: t`Unpublish`, run: unpublish, isOffered: entity.writable && state !== 'draft' },
      {
        label: t`Duplicate`,
        run: () => {
          duplicate(entry);
        },
        isOffered: entity.writable && entity.creatable && !isNew(entry),
      },
    ].filter(({ isOffered }) => isOffered),
  );

  function getLabel(name: string): string {
    const field = allFields.find((other) => other.name === name);
    return field === undefined ? name : getFieldLabel(field);
  }

  /** Bases the form on the current version. @returns the changes that remain of some */
  function rebase({ chosen, conceded }: Resolution, values: Values): Values {
    if (conflict === undefined) return values;
    const keep = (changed: Values): Values => {
      const kept = Object.entries(changed).filter(([name]) => !conceded.includes(name));
      return { ...Object.fromEntries(kept), ...chosen };
    };
    queryClient.setQueryData(getEntryKey({ type, id }), conflict.current);
    draft.rebase(conflict.values, keep(changes), conflict.current.etag);
    return keep(values);
  }

  return (
    <>
      <UnsavedChanges when={draft.isChanged} onAsk={setAsked} onSave={saveForm} isSaving={save.isPending} />
      {conflict !== undefined && save.variables !== undefined && (
        <Suspense>
          <ConflictDialog
            conflict={conflict}
            changes={save.variables.values}
            hasHistory={entity.versioned}
            saveLabel={save.variables.action === 'publish' ? getPublishLabel(state) : t`Save`}
            onDiscard={() => {
              draft.reset();
              save.reset();
              void onReload();
            }}
            onEdit={(resolution) => {
              rebase(resolution, changes);
              save.reset();
            }}
            onSave={(resolution) => {
              const { action, values } = save.variables;
              const remaining = rebase(resolution, values);
              if (action === 'save' && Object.keys(remaining).length === 0) save.reset();
              else save.mutate({ action, values: remaining });
            }}
            onClose={save.reset}
          />
        </Suspense>
      )}
      {isPublishConflict && (
        <Suspense>
          <PublishConflict
            entry={{ type, id }}
            fields={allFields.filter(({ name }) => fieldsPublishedSince.includes(name))}
            mine={draft.values}
            onPublish={(theirs, publishedETag) => {
              save.mutate({ action: 'publish', values: { ...changes, ...theirs }, publishedETag });
            }}
            onClose={save.reset}
          />
        </Suspense>
      )}
      {unpublished.length > 0 && (
        <Suspense>
          <PublishTogether
            targets={unpublished}
            onPublish={publishAlone}
            onClose={() => {
              setUnpublished([]);
            }}
          />
        </Suspense>
      )}
      <Form
        onSubmit={() => {
          save.mutate({ action: 'save', values: changes });
        }}
        onKeyDown={preventSubmissionByEnter}
        failure={failure}
        inputPointers={allFields.map(formatPointer)}
        unsaved={
          entity.writable ? { form: `entries/${type}/${id}`, draft, getLabel, omit: NO_SECRETS } : undefined
        }
        gap="lg"
      >
        <EntryFields
          resourceType={{ ...resourceType, allFields }}
          draft={draft}
          failure={failure}
          state={state}
          schedules={schedules}
          inOneColumn={inOneColumn}
          isNew={isNew(entry)}
        >
          {hasSchedule && (
            <SchedulePanel
              entry={{ type, id }}
              state={state}
              schedules={schedules}
              findUnpublished={findUnpublished}
            />
          )}
          {hasPage(resourceType) &&
            (isNew(entry) ? (
              <NewMenuPanel title={title} value={newEntry.place} onChange={newEntry.setPlace} />
            ) : (
              <MenuPanel entry={{ type, id }} title={title} alias={getAlias(entry)} />
            ))}
        </EntryFields>
        {entity.writable && (
          <SaveBar
            isNew={isNew(entry)}
            state={state}
            isVersioned={entity.versioned}
            isChanged={draft.isChanged}
            isSaving={save.isPending || isLooking}
            autosave={autosave}
            onPublish={() => void publish()}
            onUnpublish={unpublish}
            discard={
              hasCopy(document) ? (
                <DiscardChanges
                  entry={{ type, id }}
                  etag={etag}
                  onDiscarded={() => {
                    draft.reset();
                    void autosave.stop();
                  }}
                />
              ) : (
                isTyped &&
                !isNew(entry) && (
                  <DiscardTyped
                    onAsk={setAsked}
                    onDiscard={() => {
                      const saved = discard();
                      if (Object.keys(saved).length > 0) save.mutate({ action: 'save', values: saved });
                    }}
                  />
                )
              )
            }
          />
        )}
      </Form>
    </>
  );
}

function getAlias({ attributes: { path = null } }: Resource): string | undefined {
  return isObject(path) && typeof path['alias'] === 'string' ? path['alias'] : undefined;
}
