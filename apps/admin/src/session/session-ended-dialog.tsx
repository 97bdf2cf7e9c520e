import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { buildUrl } from '../http/build-url.js';
import { queryClient } from '../http/query-client.js';
import { ABOVE_OTHER_DIALOGS } from './above-other-dialogs.js';
import { PasswordForm } from './password-form.js';
import { resumeSession, signInAgain } from './session.js';
import { useSession } from './session-state.js';

/** The dialog after the end of the session: the password, or signing in in another tab, goes on where the session has ended. */
export function SessionEndedDialog({ opened }: { readonly opened: boolean }): ReactNode {
  const { user } = useSession();
  useWindowEvent('focus', () => {
    // Without a session the dialog stays.
    if (opened) resumeSession().then(refresh, () => undefined);
  });
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      title={t`You are signed out`}
      size="lg"
      zIndex={ABOVE_OTHER_DIALOGS}
    >
      <PasswordForm
        submitLabel={t`Sign in`}
        buttons={
          <Button
            variant="default"
            component="a"
            href={buildUrl('/user/login')}
            target="_blank"
            rel="noopener"
          >
            {t`Sign in in a new tab`}
          </Button>
        }
        onSubmit={async (password) => {
          await signInAgain(user.name, password);
          await refresh();
        }}
      >
        <Trans>
          Your session has ended. Enter the password of {user.name} to go on: what you have typed in is still
          there.
        </Trans>
      </PasswordForm>
    </Modal>
  );
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries();
}
