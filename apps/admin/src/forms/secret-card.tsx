import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Card, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconKey } from '../icons/icons.js';
import { UnsavedChanges } from './unsaved-changes.js';

/** What the dialog asks before the screen is left, by what the secret belongs to. */
const WARNINGS = {
  client: t`The secret is shown only now. Without it, the client needs a new one.`,
  webhook: t`The secret is shown only now. Without it, the webhook needs a new one.`,
};

interface SecretCardProps {
  readonly owner: keyof typeof WARNINGS;
  readonly children: ReactNode;
  /** Further buttons beside «I have copied it». */
  readonly buttons?: ReactNode;
  readonly onDone: () => void;
}

/** A card with a secret that is shown once; leaving the screen without it asks first. */
export function SecretCard({ owner, children, buttons, onDone }: SecretCardProps): ReactNode {
  return (
    <Card withBorder>
      <UnsavedChanges
        when
        title={t`Leave without the secret?`}
        text={WARNINGS[owner]}
        leave={t`Leave without the secret`}
      />
      <Stack>
        <Alert color="yellow" c="inherit" icon={<IconKey />} title={t`Copy the secret now`}>
          <Trans>
            It is shown only now and cannot be looked up later. A lost secret is replaced by a new one.
          </Trans>
        </Alert>
        {children}
        <Group justify="flex-end">
          {buttons}
          <Button onClick={onDone}>{t`I have copied it`}</Button>
        </Group>
      </Stack>
    </Card>
  );
}
