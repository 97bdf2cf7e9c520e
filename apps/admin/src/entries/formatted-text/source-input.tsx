import { t } from '@lingui/core/macro';
import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { TextChange } from '../history/value-change.js';
import type { HtmlInputProps } from './html-input-props.js';
import { dropDisallowed } from './schema/drop-disallowed.js';

interface SourceInputProps extends HtmlInputProps {
  /** Opens the text in the editor. @returns whether the editor preserves it */
  readonly onLeave: () => boolean;
}

/** The source of an HTML text, with what readers do not get of it in its format. */
export function SourceInput(props: SourceInputProps): ReactNode {
  const { label, format, html, disabled, onChange, onLeave } = props;
  const [isRefused, setRefused] = useState(false);
  const deferred = useDeferredValue(html);
  const { before, after } = useMemo(() => dropDisallowed(deferred, format), [deferred, format]);
  return (
    <Stack gap="xs">
      <Textarea
        aria-label={label}
        description={t`The HTML source of the text.`}
        autosize
        minRows={6}
        maxRows={24}
        disabled={disabled}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={html}
        error={
          isRefused && t`The editor does not support all of this HTML and would change it. Its source stays.`
        }
        onChange={({ currentTarget }) => {
          setRefused(false);
          onChange(currentTarget.value);
        }}
      />
      {before !== after && (
        <Box>
          <Text size="sm" fw={500}>{t`Readers do not get what is struck: the format drops it.`}</Text>
          <Box
            mah={240}
            className="source-change"
            tabIndex={0}
            role="group"
            aria-label={t`What the format drops`}
          >
            <TextChange before={before} after={after} />
          </Box>
        </Box>
      )}
      {!disabled && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setRefused(!onLeave());
            }}
          >
            {t`Back to the editor`}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
