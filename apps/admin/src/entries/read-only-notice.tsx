import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconLock } from '../icons/icons.js';
import { TextLink } from '../layout/links.js';
import * as queries from '../management-api/queries.js';
import type { JsonApiSettings } from '../management-api/resources.js';
import { useHasScope } from '../session/session-state.js';

/** A notice that the site is read-only; shown to users with the scope that reads the setting. */
export function ReadOnlyNotice(): ReactNode {
  const canReadSettings = useHasScope('site_settings:administer');
  const { data } = useQuery({ ...queries.settings<JsonApiSettings>('jsonapi'), enabled: canReadSettings });
  if (data?.body.allowedOperations !== 'read_only') return null;
  return (
    <Alert color="yellow" c="inherit" icon={<IconLock />} title={t`Entries can only be read`}>
      <Text size="sm">
        <Trans>
          Nothing can be created or changed while the site allows reading only. Change «Allowed operations» in
          the{' '}
          <TextLink to="/settings" inherit underline="always">
            settings
          </TextLink>
          .
        </Trans>
      </Text>
    </Alert>
  );
}
