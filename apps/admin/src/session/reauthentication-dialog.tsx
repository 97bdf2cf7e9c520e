import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { ABOVE_OTHER_DIALOGS } from './above-other-dialogs.js';
import { PasswordForm } from './password-form.js';
import { settleReauthentication, useIsReauthenticationPending } from './reauthentication.js';
import { sendPassword } from './session.js';
import { useSession } from './session-state.js';

/** Asks for the password before a sensitive change, when the last re-authentication is too long ago. */
export function ReauthenticationDialog(): ReactNode {
  const opened = useIsReauthenticationPending();
  const { user } = useSession();
  return (
    <Modal
      opened={opened}
      onClose={() => {
        // After the key: the dialog below would take an Escape that it sees without this one.
        setTimeout(settleReauthentication, 0, false);
      }}
      title={t`Confirm that it is you`}
      zIndex={ABOVE_OTHER_DIALOGS}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <PasswordForm
        submitLabel={t`Go on`}
        onSubmit={async (password) => {
          await sendPassword(password);
          settleReauthentication(true);
        }}
      >
        <Trans>
          Users, roles, API clients, webhooks, settings and keys can be changed for ten minutes after the
          password of {user.name} was entered.
        </Trans>
      </PasswordForm>
    </Modal>
  );
}
