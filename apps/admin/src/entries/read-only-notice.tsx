import { Alert, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TextLink } from '../frame/links.js';
import * as queries from '../manage/queries.js';
import type { JsonApiSettings } from '../manage/shapes.js';
import { useMay } from '../session/use-session.js';

/** Says beforehand that nothing can be saved; only those who may see the setting can be told. */
export function ReadOnlyNotice(): ReactNode {
  const maySee = useMay('site_settings:administer');
  const { data } = useQuery({ ...queries.settings<JsonApiSettings>('jsonapi'), enabled: maySee });
  if (data?.body.allowedOperations !== 'read_only') return null;
  return (
    <Alert color="yellow" c="inherit" icon={<IconLock />} title="Entries can only be read">
      <Text size="sm">
        Nothing can be created or changed while the site allows reading only. Change «Allowed operations» in
        the{' '}
        <TextLink to="/settings" inherit underline="always">
          settings
        </TextLink>
        .
      </Text>
    </Alert>
  );
}
