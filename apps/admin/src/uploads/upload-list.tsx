import { t } from '@lingui/core/macro';
import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { changeAndFocusRow } from '../forms/focus-rows.js';
import { formatBytes } from '../forms/format-bytes.js';
import { ApiError } from '../http/api-error.js';
import { formatFieldError } from '../http/error-texts.js';
import { IconX } from '../icons/icons.js';
import type { Uploads } from './use-uploads.js';

interface UploadListProps {
  readonly uploads: Uploads;
  /** The label of the field, for the errors of the service. */
  readonly label: string;
}

/** The files that are being uploaded, each with its progress or its error. */
export function UploadList({ uploads: { list, remove }, label }: UploadListProps): ReactNode {
  if (list.length === 0) return null;
  return (
    <Stack gap="xs" data-rows>
      {list.map(({ key, file, part, error }) => (
        <Group key={key} gap="sm" wrap="nowrap" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>
            <Group gap="xs" justify="space-between" wrap="nowrap">
              <Text size="sm" truncate>
                {file.name}
              </Text>
              <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                {formatBytes(file.size)}
              </Text>
            </Group>
            {error === undefined ? (
              <Progress
                mt={4}
                value={part * 100}
                aria-label={t`Upload of ${file.name}`}
                animated={part === 1}
              />
            ) : (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {formatUploadError(error, label)}
              </Text>
            )}
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={error === undefined ? t`Cancel ${file.name}` : t`Dismiss ${file.name}`}
            data-remove
            onClick={({ currentTarget }) => {
              changeAndFocusRow(
                currentTarget,
                () => {
                  remove(key);
                },
                (index) => index,
                ['[data-remove]'],
              );
            }}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}

/** The message about a refused file, with the label in place of the name of the field. */
function formatUploadError(error: unknown, label: string): string {
  if (error instanceof ApiError && error.fieldErrors[0] !== undefined)
    return formatFieldError(error.fieldErrors[0], label);
  return error instanceof Error ? error.message : t`Something went wrong.`;
}
