import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { IconWifiOff } from '../icons/icons.js';

/** A notice while the browser has no network; TanStack Query sends paused mutations when it is back. */
export function OfflineNotice(): ReactNode {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="orange" c="inherit" mb="md" icon={<IconWifiOff />} title={t`You are offline`} role="alert">
      <Trans>What you save is sent when the connection is back. Keep this page open until then.</Trans>
    </Alert>
  );
}
