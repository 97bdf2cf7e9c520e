import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { formatDateTime } from '../forms/format-date-time.js';
import { Form } from '../forms/form.js';
import { useAction } from '../forms/use-action.js';
import { findFieldError } from '../http/field-errors.js';
import type { ApiResponse } from '../http/send.js';
import { FailureNotice } from '../layout/failure-notice.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { PasswordLink, User } from '../management-api/resources.js';

const requestLink = (user: User, email?: string): Promise<ApiResponse<PasswordLink>> =>
  managementApi.post(`/users${buildPath(user.id)}/password-link`, email === undefined ? {} : { email });

interface PasswordLinkProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** A new link with which a user sets a password: to be copied, or sent where the service sends e-mails. */
export function PasswordLinkCard({ user, onClose }: PasswordLinkProps): ReactNode {
  const { data, error, mutate } = useAction({ mutationFn: () => requestLink(user), invalidates: [] });
  useEffect(() => {
    mutate();
    // oxlint-disable-next-line react/exhaustive-deps -- one link, when the dialog opens
  }, []);
  const link = data?.body;
  return (
    <Stack>
      <FailureNotice failure={error} />
      {link === undefined && error === null && <Skeleton h={96} aria-label={t`Loading`} />}
      {link !== undefined && (
        <>
          <CopyableText label={t`Link for ${user.name}`} text={link.url} />
          <Text size="sm" c="dimmed">
            <Trans>
              Who opens it sets a password and is signed in. It works once, until{' '}
              {formatDateTime(link.expiresAt)}.
            </Trans>
          </Text>
          {link.canBeSent && <SendLink user={user} />}
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t`Done`}</Button>
      </Group>
    </Stack>
  );
}

function SendLink({ user }: { readonly user: User }): ReactNode {
  const [email, setEmail] = useState(user.name.includes('@') ? user.name : '');
  const send = useAction({
    mutationFn: () => requestLink(user, email),
    successMessage: t`The link is sent to ${email}`,
    invalidates: [],
  });
  return (
    <Form onSubmit={send.mutate} failure={send.error} inputPointers={['/email']}>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          type="email"
          label={t`Send it to`}
          placeholder="ada@example.com"
          required
          value={email}
          error={findFieldError(send.error, '/email', t`Address`)}
          onChange={({ currentTarget: { value } }) => {
            setEmail(value);
          }}
        />
        <Button type="submit" variant="default" loading={send.isPending}>
          {t`Send`}
        </Button>
      </Group>
    </Form>
  );
}

/** The button that opens a dialog with a new link. */
export function PasswordLinkButton({ user }: { readonly user: User }): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" disabled={!user.enabled} onClick={open}>
        {t`Link for a new password`}
      </Button>
      <Modal opened={opened} onClose={close} title={t`Link for a new password`}>
        <PasswordLinkCard user={user} onClose={close} />
      </Modal>
    </>
  );
}
