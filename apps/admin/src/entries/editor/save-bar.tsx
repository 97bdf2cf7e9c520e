import { t } from '@lingui/core/macro';
import { Button, Group, Kbd, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface SaveBarProps {
  readonly isNew: boolean;
  /** The stored status. */
  readonly isPublished: boolean;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Publishes the entry with its changes. */
  readonly onPublish: () => void;
  /** Withdraws a published entry without saving its changes. */
  readonly onUnpublish?: () => void;
}

/** The buttons of the form of an entry with its state, sticky at the bottom of the screen. The submit button saves. */
export function SaveBar(props: SaveBarProps): ReactNode {
  const { isNew, isPublished, isChanged, isSaving, onPublish, onUnpublish } = props;
  return (
    <Paper withBorder shadow="sm" p="sm" pos="sticky" bottom={12} style={{ zIndex: 2 }}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {getStateText(isNew, isChanged)}
        </Text>
        <Group gap="sm">
          <Text size="sm" c="dimmed" visibleFrom="sm">
            <Kbd>Ctrl</Kbd> + <Kbd>S</Kbd>
          </Text>
          {isPublished && (
            <Button variant="default" disabled={isSaving} onClick={onUnpublish}>
              {t`Unpublish`}
            </Button>
          )}
          <Button
            type="submit"
            variant={isPublished ? 'filled' : 'default'}
            disabled={!isNew && !isChanged}
            loading={isSaving}
          >
            {isPublished ? t`Save` : t`Save draft`}
          </Button>
          {!isPublished && (
            <Button disabled={isSaving} onClick={onPublish}>
              {t`Publish`}
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
}

function getStateText(isNew: boolean, isChanged: boolean): string {
  if (isNew) return t`Not saved yet`;
  return isChanged ? t`There are changes that are not saved` : t`Everything is saved`;
}
