import { t } from '@lingui/core/macro';
import { Box, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type ReactNode, useId, useState } from 'react';
import { IconChevronDown } from '../../icons/icons.js';

interface FieldGroupProps {
  /** The resource type: the browser remembers for each which groups are closed. */
  readonly type: string;
  readonly label: string;
  /** The error of the last save. */
  readonly failure: unknown;
  /** Whether that error is about a field of the group. */
  readonly hasError: boolean;
  readonly children: ReactNode;
}

/** A group of fields that can be closed. It opens when a save is refused because of one of its fields. */
export function FieldGroup({ type, label, failure, hasError, children }: FieldGroupProps): ReactNode {
  const id = useId();
  const [closed, setClosed] = useLocalStorage<readonly string[]>({
    key: `content-service.closed-groups.${type}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [isOpen, setOpen] = useState(!closed.includes(label));
  const [seenFailure, setSeenFailure] = useState(failure);
  // Not in an effect: the group is open before the form moves the focus to the first error.
  if (seenFailure !== failure) {
    setSeenFailure(failure);
    if (hasError) setOpen(true);
  }

  function toggle(): void {
    setOpen(!isOpen);
    setClosed((before) => [...before.filter((name) => name !== label), ...(isOpen ? [label] : [])]);
  }

  return (
    <div className="field-group" role="group" aria-labelledby={`${id}-label`}>
      <Title order={2} size="h5">
        <UnstyledButton
          className="field-group-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <span id={`${id}-label`}>{label}</span>
            <Group gap="xs" wrap="nowrap">
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
