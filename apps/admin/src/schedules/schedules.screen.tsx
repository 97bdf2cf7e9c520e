import { t } from '@lingui/core/macro';
import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Screen } from '../layout/screen.js';
import { useSession } from '../session/session-state.js';
import { EntrySchedules } from './entry-schedules.js';
import { JobSchedules } from './job-schedules.js';

/** When the service starts jobs, and publishes and unpublishes entries: the parts that the user's scopes allow. */
export function SchedulesScreen(): ReactNode {
  const { scopes } = useSession();
  return (
    <Screen
      title={t`Schedules`}
      description={t`When the service starts jobs, and publishes and unpublishes entries.`}
    >
      {scopes.has('site_settings:administer') && (
        <Section title={t`Jobs`}>
          <JobSchedules />
        </Section>
      )}
      {scopes.has('content:administer') && (
        <Section title={t`Publications`}>
          <EntrySchedules />
        </Section>
      )}
    </Screen>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <Stack component="section" aria-label={title} gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
