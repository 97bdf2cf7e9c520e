import { t } from '@lingui/core/macro';
import { Box, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { IconChevronDown } from '../icons/icons.js';

interface FoldProps {
  readonly label: string;
  /** What stands beside the label, such as `3 events`. */
  readonly summary?: string | undefined;
  readonly isOpenAtFirst: boolean;
  /** The error of the last save. */
  readonly failure: unknown;
  /** Whether that error is about an input of the group. */
  readonly hasError: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A group of inputs that can be closed. It opens when a save is refused because of one of them. */
export function Fold(props: FoldProps): ReactNode {
  const { label, summary, isOpenAtFirst, failure, hasError, onToggle, children } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [seenFailure, setSeenFailure] = useState(failure);
  // Not in an effect: the group is open before the form moves the focus to the first error.
  if (seenFailure !== failure) {
    setSeenFailure(failure);
    if (hasError) setOpen(true);
  }

  return (
    <div className="field-group" role="group" aria-labelledby={`${id}-label`}>
      <Title order={2} size="h5">
        <UnstyledButton
          className="field-group-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => {
            setOpen(!isOpen);
            onToggle?.(!isOpen);
          }}
        >
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <span id={`${id}-label`}>{label}</span>
            <Group gap="xs" wrap="nowrap">
              {summary !== undefined && !hasError && (
                <Text span size="sm" c="dimmed">
                  {summary}
                </Text>
              )}
              {hasError && (
                <Text span size="sm" c="var(--mantine-color-error)">
                  {t`Needs correction`}
                </Text>
              )}
              <IconChevronDown size={16} className="field-group-chevron" aria-hidden />
            </Group>
          </Group>
        </UnstyledButton>
      </Title>
      <Box id={id} hidden={!isOpen} p="md" pt="xs">
        <Stack gap="lg">{children}</Stack>
      </Box>
    </div>
  );
}
