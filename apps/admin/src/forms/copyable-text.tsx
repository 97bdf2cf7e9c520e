import { t } from '@lingui/core/macro';
import { ActionIcon, Code, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconCheck, IconCopy } from '../icons/icons.js';

interface CopyableTextProps {
  readonly label: string;
  readonly text: string;
  /** What the button copies, unless it is the text. */
  readonly copied?: string;
}

/** A labelled block of text with a button that copies it. */
export function CopyableText({ label, text, copied = text }: CopyableTextProps): ReactNode {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code block flex={1} miw={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Code>
        <CopyTextButton label={t`Copy ${label}`} text={copied} />
      </Group>
    </div>
  );
}

/** A button that copies a text. */
export function CopyTextButton({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string;
}): ReactNode {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t`Copied` : label}>
          <ActionIcon
            variant="subtle"
            size="lg"
            color={copied ? 'green' : 'blue'}
            onClick={copy}
            aria-label={label}
          >
            {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
