import { EmptyState } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ButtonLink } from './links.js';
import { Screen } from './screen.js';

export function NotFound(): ReactNode {
  return (
    <Screen title="There is no such screen">
      <EmptyState
        icon={<IconCompass />}
        description="The address may be mistyped, or what it showed is gone."
      >
        <EmptyState.Actions>
          <ButtonLink to="/">To the start</ButtonLink>
        </EmptyState.Actions>
      </EmptyState>
    </Screen>
  );
}
