import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Button, Kbd, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { StickyBar } from '../../forms/sticky-bar.js';
import type { EntryState } from '../copies/entry-state.js';
import type { Autosave } from '../copies/use-autosave.js';

interface SaveBarProps {
  readonly isNew: boolean;
  readonly state: EntryState;
  /** Whether a published entry has a working copy for what is saved. */
  readonly isVersioned: boolean;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly autosave?: Pick<Autosave, 'savedAt' | 'others' | 'error'>;
  /** Publishes the entry with its changes. */
  readonly onPublish: () => void;
  /** Withdraws a published entry without saving its changes. */
  readonly onUnpublish?: () => void;
  /** The button that discards a working copy; absent without one. */
  readonly discard?: ReactNode;
}

/** The buttons of the form of an entry with its state. The submit button saves. */
export function SaveBar(props: SaveBarProps): ReactNode {
  const { isNew, state, isVersioned, isChanged, isSaving, onPublish, onUnpublish, discard } = props;
  const { online: isOnline } = useNetwork();
  const isPublished = state !== 'draft';
  const withPublish = !isPublished || isVersioned;
  return (
    <StickyBar
      state={
        <Text size="sm" c="dimmed" role="status">
          {getStateText(props, isOnline)}
        </Text>
      }
    >
      <Text size="sm" c="dimmed" visibleFrom="sm">
        <Kbd>Ctrl</Kbd> + <Kbd>S</Kbd>
      </Text>
      {isPublished && (
        <Button variant="default" disabled={isSaving} onClick={onUnpublish}>
          {t`Unpublish`}
        </Button>
      )}
      {discard}
      <Button
        type="submit"
        variant={withPublish ? 'default' : 'filled'}
        disabled={!isNew && !isChanged}
        loading={isSaving}
      >
        {!isPublished ? t`Save draft` : isVersioned ? t`Save changes` : t`Save`}
      </Button>
      {withPublish && (
        <Button disabled={isSaving || !canPublish(props)} onClick={onPublish}>
          {getPublishLabel(state)}
        </Button>
      )}
    </StickyBar>
  );
}

/** Whether there is something to publish, apart from what a save alone publishes. */
export function canPublish({
  state,
  isVersioned,
  isChanged,
}: Pick<SaveBarProps, 'state' | 'isVersioned' | 'isChanged'>): boolean {
  return state === 'draft' || (isVersioned && (state !== 'published' || isChanged));
}

/** The label of the button that publishes an entry with its changes. */
export function getPublishLabel(state: EntryState): string {
  return state === 'draft' ? t`Publish` : t`Publish changes`;
}

function getStateText({ isNew, isChanged, autosave }: SaveBarProps, isOnline: boolean): string {
  if (!isOnline && isChanged) return t`You are offline. What you save is sent when the connection is back.`;
  if (isNew) return t`Not saved yet`;
  const { savedAt, others = [], error } = autosave ?? {};
  if (isChanged)
    return error === undefined
      ? t`There are changes that are not saved`
      : t`Not saved automatically: ${error.message}`;
  if (savedAt === undefined) return t`Everything is saved`;
  const time = i18n.date(new Date(savedAt), { hour: '2-digit', minute: '2-digit' });
  const labels = others.join(', ');
  return labels === '' ? t`Saved ${time}` : t`Saved ${time}. Meanwhile others have changed: ${labels}.`;
}
