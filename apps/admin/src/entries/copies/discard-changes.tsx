import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../../forms/confirm.js';
import { useAction } from '../../forms/use-action.js';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { getEntryKey } from '../editor/entry-query.js';

interface DiscardChangesProps {
  readonly entry: Identifier;
  /** The version of the working copy. */
  readonly etag: string | undefined;
  readonly onDiscarded: () => void;
}

interface DiscardTypedProps {
  /** Called when the question is asked, and after it. */
  readonly onAsk: (isAsked: boolean) => void;
  readonly onDiscard: () => void;
}

/** The button that discards, after confirmation, what the user has typed into the form of an entry without a working copy. */
export function DiscardTyped({ onAsk, onDiscard }: DiscardTypedProps): ReactNode {
  return (
    <ConfirmButton
      variant="default"
      question={{
        title: t`Discard your changes?`,
        text: t`Every field gets back what was in it when you opened the entry or saved it last.`,
        confirmLabel: t`Discard changes`,
      }}
      onAsk={onAsk}
      onConfirm={onDiscard}
    >
      {t`Discard changes`}
    </ConfirmButton>
  );
}

/** The button that discards the working copy of an entry after confirmation, with what is not saved in the form. */
export function DiscardChanges({ entry, etag, onDiscarded }: DiscardChangesProps): ReactNode {
  const discard = useAction({
    mutationFn: () => jsonApi.discardCopy(entry, etag),
    successMessage: t`Changes discarded`,
    // The entry as well after a 412: the user sees what would be discarded.
    invalidates: [['entries'], getEntryKey(entry)],
    onSuccess: onDiscarded,
    toastErrors: true,
  });
  return (
    <ConfirmButton
      variant="default"
      loading={discard.isPending}
      question={{
        title: t`Discard the changes?`,
        text: t`All changes since the last publication are discarded, those of other users, too. The site stays as it is.`,
        confirmLabel: t`Discard changes`,
      }}
      onConfirm={discard.mutate}
    >
      {t`Discard changes`}
    </ConfirmButton>
  );
}
