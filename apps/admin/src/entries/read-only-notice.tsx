import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAction } from '../forms/use-action.js';
import { IconLock } from '../icons/icons.js';
import { TextLink } from '../layout/links.js';
import { managementApi } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { JsonApiSettings } from '../management-api/resources.js';
import { useHasScope } from '../session/session-state.js';

const settings = queries.settings<JsonApiSettings>('jsonapi');

/** Whether the site is read-only; not known to users without the scope for the setting. */
export function useIsReadOnly(): boolean {
  const canReadSettings = useHasScope('site_settings:administer');
  const { data } = useQuery({ ...settings, enabled: canReadSettings });
  return data?.body.allowedOperations === 'read_only';
}

/** A notice that the site is read-only, with a button that changes that; shown to users with the scope for the setting. */
export function ReadOnlyNotice(): ReactNode {
  const isReadOnly = useIsReadOnly();
  const allow = useAction({
    mutationFn: () => managementApi.patch('/settings/jsonapi', { allowedOperations: 'read_write' }),
    successMessage: t`Entries can be created and changed now`,
    invalidates: [settings.queryKey],
    toastErrors: true,
  });
  if (!isReadOnly) return null;
  return (
    <Alert color="yellow" c="inherit" icon={<IconLock />} title={t`Entries can only be read`}>
      <Text size="sm">
        <Trans>
          Nothing can be created or changed while the{' '}
          <TextLink to="/settings" inherit underline="always">
            settings
          </TextLink>{' '}
          of the site allow reading only.
        </Trans>
      </Text>
      <Button
        mt="sm"
        size="xs"
        loading={allow.isPending}
        onClick={() => {
          allow.mutate();
        }}
      >
        {t`Allow writing`}
      </Button>
    </Alert>
  );
}
