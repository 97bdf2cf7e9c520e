import { t } from '@lingui/core/macro';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';

interface PasswordFormProps {
  /** What the password is for. */
  readonly children: ReactNode;
  readonly submitLabel: string;
  /** Further buttons before that of the form. */
  readonly buttons?: ReactNode;
  /** @throws Error whose message is shown at the input */
  readonly onSubmit: (password: string) => Promise<void>;
}

/** Asks a user of the administration, in a dialog, for the password. */
export function PasswordForm({ children, submitLabel, buttons, onSubmit }: PasswordFormProps): ReactNode {
  const [password, setPassword] = useState('');
  const [errorMessage, setErrorMessage] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    // React events bubble through the React tree: without this the form that opened the dialog would be submitted, too.
    event.stopPropagation();
    setSending(true);
    try {
      await onSubmit(password);
    } catch (error) {
      setErrorMessage(error instanceof Error ? error.message : t`Something went wrong.`);
    } finally {
      setSending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm">{children}</Text>
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
          {buttons}
          <Button type="submit" loading={isSending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
