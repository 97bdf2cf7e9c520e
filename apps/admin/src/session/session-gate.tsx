import { t } from '@lingui/core/macro';
import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from '../layout/failure-notice.js';
import { ReauthenticationDialog } from './reauthentication-dialog.js';
import { SessionEndedDialog } from './session-ended-dialog.js';
import { accessTokenCache } from './session.js';
import { useSessionState } from './session-state.js';

/** Renders its children in a session. Without one the browser is redirected to the login page (`session.ts`). */
export function SessionGate({ children }: { readonly children: ReactNode }): ReactNode {
  const state = useSessionState();
  const { error, refetch } = useQuery({
    queryKey: ['session'],
    queryFn: () => accessTokenCache.get().then(() => true),
    staleTime: Infinity,
    retry: false,
  });
  if (state.kind !== 'unknown')
    return (
      <>
        {children}
        <ReauthenticationDialog />
        <SessionEndedDialog opened={state.kind === 'ended'} />
      </>
    );
  return (
    <Center component="main" mih="100vh" p="md">
      {error === null ? (
        <Loader aria-label={t`Loading`} />
      ) : (
        <FailureNotice failure={error} onRetry={() => void refetch()} />
      )}
    </Center>
  );
}
