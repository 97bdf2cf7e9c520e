import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { ActionIcon, Box, Button, Card, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatRfc3339 } from '../forms/format-date-time.js';
import { IconChevronLeft, IconChevronRight } from '../icons/icons.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { managementApi } from '../management-api/management-api.js';
import type { EntrySchedule } from '../management-api/operations-resources.js';
import type { List as ListOf } from '../management-api/resources.js';
import { addMonths, listWeeks, toDay, toMonth } from './calendar-month.js';
import { ACTIONS, SCHEDULES_KEY, SCHEDULES_PATH } from './cancel-schedule.js';

/** The most times that are read for one month, in requests of 100. */
const PAGES = 5;

interface PublicationCalendarProps {
  /** Such as `2026-12`. */
  readonly month: string;
  readonly onChange: (month: string) => void;
}

/** The publications of a month: a table of weeks, and on narrow screens a list by day. */
export function PublicationCalendar({ month, onChange }: PublicationCalendarProps): ReactNode {
  const weeks = listWeeks(month);
  const query = useQuery({
    queryKey: [...SCHEDULES_KEY, 'month', month],
    queryFn: () => readSchedules(weeks.flat()),
    placeholderData: keepPreviousData,
  });
  const [today] = useState(() => new Date());
  const move = (count: number) => () => {
    onChange(addMonths(month, count));
  };
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <ActionIcon variant="default" size="lg" aria-label={t`Previous month`} onClick={move(-1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={t`Next month`} onClick={move(1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            onChange(toMonth(today));
          }}
        >
          {t`Today`}
        </Button>
        <Title order={3} size="h5" aria-live="polite">
          {formatMonth(month)}
        </Title>
      </Group>
      <QueryBoundary query={query}>
        {({ schedules, isPartial }) => {
          const days = groupByDay(schedules);
          return (
            <>
              {isPartial && (
                <Text size="sm">{t`There are more times in this month: the list has all of them.`}</Text>
              )}
              <MonthTable weeks={weeks} month={month} days={days} today={toDay(today)} />
              <DayList month={month} days={days} />
            </>
          );
        }}
      </QueryBoundary>
    </Stack>
  );
}

type Days = ReadonlyMap<string, readonly EntrySchedule[]>;

interface MonthProps {
  readonly month: string;
  /** Schedules by day, such as `2026-12-31`. */
  readonly days: Days;
}

interface MonthTableProps extends MonthProps {
  readonly weeks: readonly (readonly Date[])[];
  readonly today: string;
}

function MonthTable({ weeks, month, days, today }: MonthTableProps): ReactNode {
  return (
    <Card withBorder p={0} visibleFrom="sm">
      <Table withColumnBorders layout="fixed" aria-label={formatMonth(month)}>
        <Table.Thead>
          <Table.Tr>
            {weeks[0]?.map((day) => (
              <Table.Th key={day.getDay()}>{i18n.date(day, { weekday: 'short' })}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {weeks.map((week) => (
            <Table.Tr key={week.map(toDay)[0]}>
              {week.map((date) => {
                const day = toDay(date);
                const isInMonth = toMonth(date) === month;
                return (
                  <Table.Td
                    key={day}
                    h={84}
                    style={{ verticalAlign: 'top' }}
                    aria-current={day === today ? 'date' : undefined}
                  >
                    <Text size="sm" fw={day === today ? 700 : 400} c={isInMonth ? undefined : 'dimmed'}>
                      <time dateTime={day}>{date.getDate()}</time>
                      {day === today && ` · ${t`Today`}`}
                    </Text>
                    <Items schedules={days.get(day) ?? []} />
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

/** The days of a month that have publications. */
function DayList({ month, days }: MonthProps): ReactNode {
  const ofMonth = [...days].filter(([day]) => day.startsWith(month));
  return (
    <Stack hiddenFrom="sm" gap="sm">
      {ofMonth.length === 0 && <Text size="sm">{t`No publications in this month.`}</Text>}
      {ofMonth.map(([day, schedules]) => (
        <Card key={day} withBorder>
          <Title order={4} size="h6">
            {i18n.date(new Date(`${day}T00:00`), { weekday: 'long', day: 'numeric', month: 'long' })}
          </Title>
          <Items schedules={schedules} />
        </Card>
      ))}
    </Stack>
  );
}

function Items({ schedules }: { readonly schedules: readonly EntrySchedule[] }): ReactNode {
  if (schedules.length === 0) return null;
  return (
    <List listStyleType="none" size="sm" mt={4} spacing={4}>
      {schedules.map(({ entry, action, dueAt }) => (
        <List.Item key={`${entry.id} ${action}`}>
          <Box style={{ overflowWrap: 'anywhere' }}>
            <Text size="xs" c="dimmed">
              {i18n.date(dueAt, { hour: '2-digit', minute: '2-digit' })} {ACTIONS[action].label}
            </Text>
            <TextLink size="sm" to="/entries/$type/$id" params={{ type: entry.type, id: entry.id }}>
              {entry.label ?? entry.id}
            </TextLink>
          </Box>
        </List.Item>
      ))}
    </List>
  );
}

/** Such as `December 2026`. */
function formatMonth(month: string): string {
  return i18n.date(new Date(`${month}-01T00:00`), { month: 'long', year: 'numeric' });
}

function groupByDay(schedules: readonly EntrySchedule[]): Days {
  const days = new Map<string, EntrySchedule[]>();
  for (const schedule of schedules) {
    const day = toDay(new Date(schedule.dueAt));
    days.set(day, [...(days.get(day) ?? []), schedule]);
  }
  return days;
}

interface MonthSchedules {
  readonly schedules: readonly EntrySchedule[];
  /** Whether there are more. */
  readonly isPartial: boolean;
}

async function readSchedules(days: readonly Date[]): Promise<MonthSchedules> {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return { schedules: [], isPartial: false };
  const end = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1);
  const query = new URLSearchParams({
    from: formatRfc3339(first),
    until: formatRfc3339(new Date(end.getTime() - 1000)),
    limit: '100',
  });
  const schedules: EntrySchedule[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const { body } = await managementApi.get<ListOf<EntrySchedule>>(`${SCHEDULES_PATH}?${query.toString()}`);
    schedules.push(...body.items);
    if (typeof body.next !== 'string') return { schedules, isPartial: false };
    query.set('cursor', body.next);
  }
  return { schedules, isPartial: true };
}
