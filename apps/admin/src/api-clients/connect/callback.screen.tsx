import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Screen } from '../../layout/screen.js';
import { reportRedirect } from './authorization-trial.js';

/** The end of a trial of the authorization code flow, in the window that showed the consent page. */
export function AuthorizationCallbackScreen(): ReactNode {
  useEffect(() => {
    reportRedirect(new URLSearchParams(window.location.search));
  }, []);
  return (
    <Screen title={t`The trial is over`} width="narrow">
      <Text>{t`The result is in the other window. This one can be closed.`}</Text>
    </Screen>
  );
}
