import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { addressOf, loginAddress } from '../http/address.js';
import { queryClient } from '../http/query-client.js';
import { accessTokens } from './session.js';

/** Says that the session is over, and lets people keep what they have typed in by signing in beside it. */
export function SessionEndedDialog({ opened }: { readonly opened: boolean }): ReactNode {
  const [stillOut, setStillOut] = useState(false);

  async function goOn(): Promise<void> {
    try {
      await accessTokens.renew();
      setStillOut(false);
      await queryClient.invalidateQueries();
    } catch {
      setStillOut(true);
    }
  }

  return (
    <Modal opened={opened} onClose={() => undefined} withCloseButton={false} title="You are signed out">
      <Text size="sm">
        Your session has ended. Sign in again in a new tab and come back here to go on: what you have typed in
        is still there.
      </Text>
      {stillOut && (
        <Alert color="red" mt="md">
          You are not signed in yet.
        </Alert>
      )}
      <Group mt="lg" justify="flex-end">
        <Button variant="subtle" component="a" href={loginAddress()}>
          Sign in here
        </Button>
        <Button
          variant="default"
          component="a"
          href={addressOf('/user/login')}
          target="_blank"
          rel="noopener"
        >
          Sign in in a new tab
        </Button>
        <Button onClick={() => void goOn()}>Go on</Button>
      </Group>
    </Modal>
  );
}
