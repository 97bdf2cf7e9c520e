import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { buildUrl, buildLoginUrl } from '../http/build-url.js';
import { queryClient } from '../http/query-client.js';
import { accessTokenCache } from './session.js';

/** The dialog after the end of the session: signing in again in another tab keeps unsaved input. */
export function SessionEndedDialog({ opened }: { readonly opened: boolean }): ReactNode {
  const [isStillSignedOut, setStillSignedOut] = useState(false);

  async function resume(): Promise<void> {
    try {
      await accessTokenCache.renew();
      setStillSignedOut(false);
      await queryClient.invalidateQueries();
    } catch {
      setStillSignedOut(true);
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      title={t`You are signed out`}
      size="lg"
    >
      <Text size="sm">
        <Trans>
          Your session has ended. Sign in again in a new tab and come back here to go on: what you have typed
          in is still there.
        </Trans>
      </Text>
      {isStillSignedOut && (
        <Alert color="red" mt="md">
          {t`You are not signed in yet.`}
        </Alert>
      )}
      <Group mt="lg" justify="flex-end">
        <Button variant="subtle" component="a" href={buildLoginUrl()}>
          {t`Sign in here`}
        </Button>
        <Button variant="default" component="a" href={buildUrl('/user/login')} target="_blank" rel="noopener">
          {t`Sign in in a new tab`}
        </Button>
        <Button onClick={() => void resume()}>{t`Go on`}</Button>
      </Group>
    </Modal>
  );
}
