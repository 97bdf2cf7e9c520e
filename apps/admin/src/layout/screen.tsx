import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { siteAppearance } from '../site-appearance.js';

interface ScreenProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** The link to the parent screen (`BackLink`). */
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** `full` for two things side by side, `wide` (1280 px) for tables, `narrow` (860 px) for forms. */
  readonly width?: keyof typeof WIDTHS;
}

const WIDTHS = { full: undefined, wide: 1280, narrow: 860 };

/** The frame of a screen: heading, document title, description and actions. */
export function Screen({
  title,
  description,
  above,
  actions,
  children,
  width = 'wide',
}: ScreenProps): ReactNode {
  useDocumentTitle(`${title} – ${siteAppearance.name}`);
  return (
    <Stack gap="lg" maw={WIDTHS[width]}>
      <Box>
        {above}
        <Group justify="space-between" align="flex-start" gap="md">
          <Box miw={0} flex="1 1 260px">
            <Title order={1} size="h2" lh={1.25} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {description !== undefined && (
              <Text c="dimmed" mt={4} component="div">
                {description}
              </Text>
            )}
          </Box>
          {actions !== undefined && <Group gap="sm">{actions}</Group>}
        </Group>
      </Box>
      {children}
    </Stack>
  );
}
