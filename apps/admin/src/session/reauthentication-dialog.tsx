import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { sendPassword, settleReauthentication, useIsReauthenticationPending } from './reauthentication.js';
import { useSession } from './session-state.js';

/** Asks for the password before a sensitive change, when the last re-authentication is too long ago. */
export function ReauthenticationDialog(): ReactNode {
  const opened = useIsReauthenticationPending();
  return (
    <Modal
      opened={opened}
      onClose={() => {
        settleReauthentication(false);
      }}
      title={t`Confirm that it is you`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <PasswordForm />
    </Modal>
  );
}

function PasswordForm(): ReactNode {
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [errorMessage, setErrorMessage] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    // React events bubble through the React tree: without this the form that opened the dialog would be submitted, too.
    event.stopPropagation();
    setSending(true);
    try {
      await sendPassword(password);
      settleReauthentication(true);
    } catch (error) {
      setErrorMessage(error instanceof Error ? error.message : t`Something went wrong.`);
    } finally {
      setSending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm">
          <Trans>
            Users, roles, API clients, webhooks, settings and keys can be changed for ten minutes after the
            password of {user.name} was entered.
          </Trans>
        </Text>
        <PasswordInput
          label={t`Your password`}
          value={password}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
          }}
          error={errorMessage}
          autoComplete="current-password"
          data-autofocus
          required
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isSending}>
            {t`Go on`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
