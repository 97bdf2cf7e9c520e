import { t } from '@lingui/core/macro';
import { SegmentedControl, Stack, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Screen } from '../layout/screen.js';
import { useSession } from '../session/session-state.js';
import { EntryScheduleList } from './entry-schedule-list.js';
import { JobScheduleList } from './job-schedule-list.js';
import { toMonth } from './calendar-month.js';
import { PublicationCalendar } from './publication-calendar.js';

const route = getRouteApi('/schedules');

/** When the service starts jobs, and publishes and unpublishes entries: the parts that the user's scopes allow. */
export function SchedulesScreen(): ReactNode {
  const { scopes } = useSession();
  return (
    <Screen
      title={t`Schedules`}
      description={t`When the service starts jobs, and publishes and unpublishes entries.`}
    >
      {scopes.has('content:administer') && (
        <Section title={t`Publications`}>
          <Publications />
        </Section>
      )}
      {scopes.has('site_settings:administer') && (
        <Section title={t`Jobs`}>
          <JobScheduleList />
        </Section>
      )}
    </Screen>
  );
}

/** The publications to come as a list, or a month of them. */
function Publications(): ReactNode {
  const { month } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: string | undefined): void => {
    void navigate({ search: { month: next }, replace: true });
  };
  return (
    <>
      <SegmentedControl
        w="fit-content"
        aria-label={t`Show as`}
        data={[
          { value: 'list', label: t`List` },
          { value: 'calendar', label: t`Calendar` },
        ]}
        value={month === undefined ? 'list' : 'calendar'}
        onChange={(view) => {
          show(view === 'calendar' ? toMonth(new Date()) : undefined);
        }}
      />
      {month === undefined ? <EntryScheduleList /> : <PublicationCalendar month={month} onChange={show} />}
    </>
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
