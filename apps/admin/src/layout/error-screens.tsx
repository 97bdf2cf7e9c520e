import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, EmptyState, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconCompass } from '../icons/icons.js';
import { ButtonLink } from './links.js';
import { Screen } from './screen.js';

/** The screen for an unknown route, and for an entry type that does not exist. */
export function NotFoundScreen(): ReactNode {
  return (
    <Screen title={t`There is no such screen`}>
      <EmptyState
        icon={<IconCompass />}
        description={t`The address may be mistyped, or what it showed is gone.`}
      >
        <EmptyState.Actions>
          <ButtonLink to="/">{t`Go to the home screen`}</ButtonLink>
        </EmptyState.Actions>
      </EmptyState>
    </Screen>
  );
}

/** The screen for an error while rendering, or for a chunk of a build that has been replaced (fixed by a reload). */
export function ErrorScreen({ error }: ErrorComponentProps): ReactNode {
  return (
    <Screen title={t`This screen cannot be shown`}>
      <Text>
        <Trans>
          Load the page again. If that does not help, send this message to the operator of the service:
        </Trans>
      </Text>
      <Text ff="monospace" size="sm">
        {error instanceof Error ? error.message : String(error)}
      </Text>
      <Button
        maw={240}
        onClick={() => {
          window.location.reload();
        }}
      >
        {t`Load again`}
      </Button>
    </Screen>
  );
}
