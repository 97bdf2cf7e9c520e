import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, EmptyState, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAction } from '../forms/use-action.js';
import { fetchFromService } from '../http/service-unreachable.js';
import { IconCompass } from '../icons/icons.js';
import { FailureNotice } from './failure-notice.js';
import { ScreenNotLoaded } from './lazy-screen.js';
import { ButtonLink } from './links.js';
import { Screen } from './screen.js';

/** The screen for an unknown route, and for an entry type that does not exist. */
export function NotFoundScreen(): ReactNode {
  return (
    <Screen title={t`This screen does not exist`}>
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

/** The screen for an error while rendering, or for a screen whose code could not be loaded. */
export function ErrorScreen({ error }: ErrorComponentProps): ReactNode {
  if (error instanceof ScreenNotLoaded) return <NotLoadedScreen />;
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

/** Loads the page again only when the service answers: otherwise the browser would show an error page of its own. */
function NotLoadedScreen(): ReactNode {
  const retry = useAction({
    mutationFn: () => fetchFromService(window.location.href, { method: 'HEAD', cache: 'no-store' }),
    invalidates: [],
    onSuccess: () => {
      window.location.reload();
    },
  });
  return (
    <Screen title={t`This screen is not loaded yet`}>
      <FailureNotice failure={retry.error} />
      <Text>
        {t`The service did not answer, or it was updated meanwhile. The administration goes on when it answers again.`}
      </Text>
      <Button
        maw={240}
        loading={retry.isPending}
        onClick={() => {
          retry.mutate();
        }}
      >
        {t`Try again`}
      </Button>
    </Screen>
  );
}
