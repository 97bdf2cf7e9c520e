import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from '../frame/failure-notice.js';
import { SessionEndedDialog } from './session-ended-dialog.js';
import { accessTokens } from './session.js';
import { useSessionState } from './session-state.js';

/** Shows what is inside to whoever is signed in; others are on their way to the login. */
export function SessionGate({ children }: { readonly children: ReactNode }): ReactNode {
  const state = useSessionState();
  const { error, refetch } = useQuery({
    queryKey: ['session'],
    queryFn: () => accessTokens.get().then(() => true),
    staleTime: Infinity,
    retry: false,
  });
  if (state.kind !== 'unknown')
    return (
      <>
        {children}
        <SessionEndedDialog opened={state.kind === 'ended'} />
      </>
    );
  return (
    <Center component="main" mih="100vh" p="md">
      {error === null ? (
        <Loader aria-label="Loading" />
      ) : (
        <FailureNotice failure={error} onRetry={() => void refetch()} />
      )}
    </Center>
  );
}
