import { t } from '@lingui/core/macro';
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { isSame } from '../../forms/is-same.js';
import { useAction } from '../../forms/use-action.js';
import type { Draft } from '../../forms/use-draft.js';
import { ApiError } from '../../http/api-error.js';
import type { ApiResponse } from '../../http/send.js';
import type { EntryDocument, Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { Field } from '../../management-api/resources.js';
import { type EntryState, getEntryState, hasCopy } from '../copies/entry-state.js';
import { type Autosave, useAutosave } from '../copies/use-autosave.js';
import { isNew } from '../new-id.js';
import { createEntry } from '../create-entry.js';
import { getFieldLabel, type ResourceType, STATUS } from '../resource-type.js';
import { assertValid, getDraftFields, selectEmpty } from '../validate-values.js';
import { toMembers, toValues, type Values } from '../values.js';
import { getEntryKey } from './entry-query.js';
import { type Base, type Conflict, isCopyTag, SaveConflict, saveMerged } from './save-merged.js';

/** A save of the form. */
interface Save {
  readonly action: 'save' | 'publish' | 'unpublish';
  /** The changed values to send, without the status, which the action sets. */
  readonly values: Values;
  /** The `ETag` of the published version that the user has seen, whose values give way to those of the form. */
  readonly publishedETag?: string | undefined;
}

interface EntrySavesOptions {
  readonly resourceType: ResourceType;
  readonly document: EntryDocument;
  /** The version of the document. */
  readonly etag: string | undefined;
  readonly draft: Draft<Record<string, Values[string]>>;
  /** Whether the user is asked whether to leave without saving, or to discard changes: nothing is saved automatically meanwhile. */
  readonly isAsked: boolean;
  /** Called after a new entry was stored. */
  readonly onCreated: (entry: Resource) => Promise<void>;
  /** Called with the values of each save that is not automatic. */
  readonly onSaved: (sent: Values) => void;
}

interface Saved {
  readonly response: ApiResponse<EntryDocument>;
  /** The fields that others have changed since the entry was opened. */
  readonly others: readonly Field[];
}

interface EntrySaves {
  readonly save: UseMutationResult<Saved, Error, Save>;
  readonly autosave: Autosave;
  /**
   * What others have changed in the entry or its working copy since it was opened, when the last save was refused with 412 and
   * needs a decision because of that.
   */
  readonly conflict: Conflict | undefined;
  /**
   * The names of the fields that the published version has changed since the working copy started from it, when the last
   * publication was refused with 409 because of them; otherwise empty.
   */
  readonly fieldsPublishedSince: readonly string[];
}

/**
 * The saves of an entry. The first one of a new entry stores it. Those of a published entry of a versioned type go to its working
 * copy, so that the site does not change; *Publish* publishes the copy, or changes the entry itself while there is none.
 */
export function useEntrySaves(options: EntrySavesOptions): EntrySaves {
  const { resourceType, document, etag, draft, isAsked, onCreated, onSaved } = options;
  const { allFields, entity } = resourceType;
  const { data: entry } = document;
  const queryClient = useQueryClient();
  const state = getEntryState(document);
  const changes = draft.changes as Values;

  /** The version on which the form is based. An automatic save may have ended after the screen was drawn. */
  function getBase(): Base {
    // A newer version was fetched, and the form did not follow since it has other changes of the same fields.
    if (draft.etag !== etag) return { etag: draft.etag, values: draft.original };
    const stored = queryClient.getQueryData<ApiResponse<EntryDocument>>(getEntryKey(entry));
    return { etag: stored?.etag ?? etag, values: toValues(stored?.body.data ?? entry, allFields) };
  }

  function accept(response: ApiResponse<EntryDocument>, sent: Values): void {
    // Not after the editor was closed: it reads the entry when it is opened again.
    queryClient.setQueryData<ApiResponse<EntryDocument>>(getEntryKey(entry), (before) => before && response);
    draft.settle(sent, toValues(response.body.data, allFields), response.etag);
  }

  const save = useAction({
    mutationFn: async ({ action, values, publishedETag }: Save) => {
      await autosave.stop();
      const publishes = action === 'publish';
      const staysPublished = state !== 'draft' && !entity.versioned;
      // A draft or a working copy may be unfinished.
      const fields = publishes || staysPublished ? allFields : getDraftFields(resourceType);
      if (isNew(entry)) {
        assertValid({ ...draft.original, ...values }, fields);
        const created = { ...values, [STATUS]: publishes };
        return { response: await createEntry(resourceType, created), others: [] };
      }
      const sent = action === 'save' ? values : { ...values, [STATUS]: publishes };
      const base = getBase();
      // A publication needs the values that the user has not touched, too.
      const lacking = publishes && entity.unfinishedDrafts ? selectEmpty(base.values) : {};
      assertValid({ ...lacking, ...values }, fields);
      return saveMerged(entry, resourceType, sent, base, (current) => {
        const members = toMembers(sent, allFields);
        // The version of a copy is none of the entry itself, whose texts *Unpublish* does not change.
        if (action === 'unpublish')
          return jsonApi.update(entry, members, isCopyTag(current) ? undefined : current);
        // Without a copy, the entry itself is published: not a copy that another user has begun meanwhile.
        const writesCopy = action === 'save' ? entity.versioned : isCopyTag(current);
        const ifMatch = current === base.etag ? (publishedETag ?? current) : current;
        return writesCopy
          ? jsonApi.saveCopy(entry, members, { ifMatch })
          : jsonApi.update(entry, members, ifMatch);
      });
    },
    successMessage: ({ others }, { action }) =>
      isNew(entry) && action === 'save'
        ? t`Draft saved`
        : formatSaved(getSuccessMessage(action, state, entity.versioned), others),
    // A changed path may add or remove redirects, whose number the navigation shows.
    invalidates:
      isNew(entry) || 'path' in changes || hasCopy(document)
        ? [['entries'], ['content-model']]
        : [['entries']],
    withoutRefetch: true,
    onSuccess: async ({ response }, { action, values, publishedETag }) => {
      if (action !== 'unpublish') onSaved(values);
      if (isNew(entry)) {
        const { data } = response.body;
        queryClient.setQueryData(getEntryKey(data), response);
        draft.settle(values, toValues(data, allFields), response.etag);
        await onCreated(data);
        return;
      }
      // The answer is the entry itself: it is read again as its working copy shows it.
      if (action === 'unpublish' && hasCopy(document)) {
        await queryClient.invalidateQueries({ queryKey: getEntryKey(entry) });
        return;
      }
      accept(response, values);
      if (publishedETag !== undefined || isSentCompletely(changes, values)) draft.reset();
    },
  });
  const conflict = save.error instanceof SaveConflict ? save.error.conflict : undefined;
  const fieldsPublishedSince = findFieldsPublishedSince(save.error);
  const hasConflict = conflict !== undefined || fieldsPublishedSince.length > 0;
  const autosave = useAutosave({
    changes,
    etag,
    isPaused:
      isNew(entry) || !entity.versioned || !entity.writable || save.isPending || hasConflict || isAsked,
    save: async (values) => {
      if (!isValid(values, resourceType)) return undefined;
      const { response, others } = await saveMerged(entry, resourceType, values, getBase(), (ifMatch) =>
        jsonApi.saveCopy(entry, toMembers(values, allFields), { ifMatch, isMinor: true }),
      );
      accept(response, values);
      void queryClient.invalidateQueries({ queryKey: ['entries'] });
      return others.map(getFieldLabel);
    },
  });
  return { save, autosave, conflict, fieldsPublishedSince };
}

function getSuccessMessage(action: Save['action'], state: EntryState, isVersioned: boolean): string {
  if (action === 'unpublish') return t`Unpublished`;
  if (action === 'publish') return state === 'draft' ? t`Published` : t`Changes published`;
  return isVersioned && state !== 'draft' ? t`Changes saved, not published yet` : t`Saved`;
}

/** Such as `Saved. Meanwhile others have changed: Title, Tags.` */
function formatSaved(message: string, others: readonly Field[]): string {
  const labels = others.map(getFieldLabel).join(', ');
  return labels === '' ? message : t`${message}. Meanwhile others have changed: ${labels}.`;
}

/** Whether an update contained all changes of the form. */
function isSentCompletely(changes: Values, sent: Values): boolean {
  return Object.entries(changes).every(([name, value]) => isSame(value, sent[name]));
}

/** Whether values can be saved automatically: in a draft or a working copy. */
function isValid(values: Values, resourceType: ResourceType): boolean {
  try {
    assertValid(values, getDraftFields(resourceType));
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function findFieldsPublishedSince(error: Error | null): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  return error.fieldErrors
    .filter(({ code }) => code === 'working_copy_conflict')
    .map(({ meta }) => String(meta['field']));
}
