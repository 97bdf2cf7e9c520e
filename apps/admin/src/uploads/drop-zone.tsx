import { t } from '@lingui/core/macro';
import { Box, Button, FileButton, Group, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import { IconUpload } from '../icons/icons.js';

interface DropZoneProps {
  /** What the button chooses, as its label names it, such as `Photos`. */
  readonly name: string;
  /** Whether several files can be chosen. */
  readonly multiple: boolean;
  /** Media types and extensions, as the attribute of HTML. */
  readonly accept?: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  /** What else is inside of the zone. */
  readonly children?: ReactNode;
}

/** A place for files: they are dropped on it, pasted while the focus is in it, or chosen by its button. */
export function DropZone({ name, multiple, accept, onFiles, children }: DropZoneProps): ReactNode {
  const [isOver, setOver] = useState(false);
  const take = (files: readonly File[]): void => {
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <Box
      className="drop-zone"
      data-drop={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        take([...event.dataTransfer.files]);
      }}
      onPaste={({ clipboardData }) => {
        take([...clipboardData.files]);
      }}
    >
      <Group gap="sm">
        <FileButton
          multiple
          {...(accept !== undefined && { accept })}
          inputProps={{ 'aria-label': t`Files for ${name}`, tabIndex: -1 }}
          onChange={(chosen) => {
            take(chosen);
          }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconUpload size={14} />}
              aria-label={multiple ? t`Choose files for ${name}` : t`Choose a file for ${name}`}
            >
              {multiple ? t`Choose files` : t`Choose a file`}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {multiple ? t`or drop or paste them here` : t`or drop or paste it here`}
        </Text>
      </Group>
      {children}
    </Box>
  );
}

/** The type of the data of a drag of files (HTML, «Drag data store»). */
const FILES = 'Files' as const;

/** Whether files of the computer are dragged, and not a row of a list. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(FILES);
}
