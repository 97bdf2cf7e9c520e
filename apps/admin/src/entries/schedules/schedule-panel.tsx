import { t } from '@lingui/core/macro';
import { Button, Card, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { confirm } from '../../forms/confirm.js';
import { formatDateTime } from '../../forms/format-date-time.js';
import { RelativeTime } from '../../forms/relative-time.js';
import { useAction } from '../../forms/use-action.js';
import { IconCalendarTime } from '../../icons/icons.js';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { useScreenActions } from '../../layout/screen-actions.js';
import type { EntrySchedule } from '../../management-api/operations-resources.js';
import {
  ACTIONS,
  CancelSchedule,
  formatCancel,
  getCancelQuestion,
  SCHEDULES_KEY,
  useCancelSchedule,
} from '../../schedules/cancel-schedule.js';
import { PublishTogether } from '../publishing/lazy-publish-together.js';
import type { UnpublishedTarget } from '../publishing/find-unpublished-targets.js';
import type { EntryState } from '../copies/entry-state.js';
import { getEntryKey } from '../editor/entry-query.js';
import { fromLocalTime, TIME_ZONE, toLocalTime } from '../widgets/local-time.js';

type Action = EntrySchedule['action'];

/** The attributes that schedule an action ([scheduling](../../../../../docs/scheduling.md)). */
const ATTRIBUTES = { publish: 'publish_on', unpublish: 'unpublish_on' } as const;

interface SchedulePanelProps {
  readonly entry: Identifier;
  readonly state: EntryState;
  /** The times of the entry. */
  readonly schedules: readonly EntrySchedule[];
  /** Finds what the entry links and readers do not see. */
  readonly findUnpublished: () => Promise<readonly UnpublishedTarget[]>;
}

/** The times at which an entry will be published and unpublished, and inputs that set them; every change is saved at once. */
export function SchedulePanel({ entry, state, schedules, findUnpublished }: SchedulePanelProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelSchedule();
  useScreenActions([
    {
      label: t`Schedule this entry`,
      run: () => {
        setOpen(true);
      },
    },
    ...schedules.map((schedule) => ({
      label: formatCancel(schedule),
      run: () => {
        confirm({
          ...getCancelQuestion(schedule),
          onConfirm: () => {
            cancel.mutate(schedule);
          },
        });
      },
    })),
  ]);
  return (
    <Card withBorder component="section" aria-label={t`Schedule`}>
      <Title order={2} size="h5" mb="md">
        {t`Schedule`}
      </Title>
      <Stack gap="sm">
        {schedules.map((schedule) => (
          <Group key={schedule.action} justify="space-between" wrap="nowrap" gap="sm">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={500}>
                {ACTIONS[schedule.action].label} <RelativeTime at={schedule.dueAt} />
              </Text>
              <Text size="xs" c="dimmed">
                {formatDateTime(schedule.dueAt)}
              </Text>
            </div>
            <CancelSchedule schedule={schedule} />
          </Group>
        ))}
        {isOpen ? (
          <ScheduleForm
            entry={entry}
            proposed={state === 'published' ? 'unpublish' : 'publish'}
            findUnpublished={findUnpublished}
            onClose={() => {
              setOpen(false);
            }}
          />
        ) : (
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            leftSection={<IconCalendarTime size={14} />}
            onClick={() => {
              setOpen(true);
            }}
          >
            {t`Add a time`}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

/** Tomorrow at nine, in the browser's time zone, as the value of the input. */
function getProposedTime(): string {
  const time = new Date();
  time.setDate(time.getDate() + 1);
  time.setHours(9, 0, 0, 0);
  return toLocalTime(time.toISOString());
}

interface ScheduleFormProps extends Pick<SchedulePanelProps, 'findUnpublished'> {
  readonly entry: Identifier;
  /** The action that is chosen first. */
  readonly proposed: Action;
  readonly onClose: () => void;
}

function ScheduleForm({ entry, proposed, findUnpublished, onClose }: ScheduleFormProps): ReactNode {
  const queryClient = useQueryClient();
  const [action, setAction] = useState<Action>(proposed);
  const [{ time, isPast }, setTime] = useState({ time: getProposedTime(), isPast: false });
  const dueAt = fromLocalTime(time);
  const isReady = dueAt !== null && !isPast;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);
  const schedule = useAction({
    mutationFn: () => jsonApi.update(entry, { attributes: { [ATTRIBUTES[action]]: dueAt } }),
    successMessage: t`Scheduled`,
    invalidates: [SCHEDULES_KEY],
    toastErrors: true,
    onSuccess: async () => {
      onClose();
      // The form goes on from the version that this has made.
      await queryClient.invalidateQueries({ queryKey: getEntryKey(entry) });
    },
  });
  const [unpublished, setUnpublished] = useState<readonly UnpublishedTarget[]>([]);
  /** Asks first when the entry will link entries that readers do not see. */
  const submit = useAction({
    mutationFn: () => (action === 'publish' ? findUnpublished() : Promise.resolve([])),
    invalidates: [],
    toastErrors: true,
    onSuccess: (targets) => {
      if (targets.length === 0) schedule.mutate();
      else setUnpublished(targets);
    },
  });
  return (
    <>
      {unpublished.length > 0 && dueAt !== null && (
        <Suspense>
          <PublishTogether
            targets={unpublished}
            dueAt={dueAt}
            onPublish={schedule.mutate}
            onClose={() => {
              setUnpublished([]);
            }}
          />
        </Suspense>
      )}
      <Select
        label={t`Action`}
        data={(['publish', 'unpublish'] as const).map((value) => ({ value, label: ACTIONS[value].label }))}
        value={action}
        allowDeselect={false}
        onChange={(value) => {
          setAction(value ?? proposed);
        }}
        ref={first}
      />
      <TextInput
        label={t`Time`}
        type="datetime-local"
        description={t`Time zone: ${TIME_ZONE}`}
        value={time}
        error={isPast && t`This time is in the past: it would be done at once.`}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          setTime({ time: value, isPast: value !== '' && Date.parse(value) <= Date.now() });
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && isReady) submit.mutate();
        }}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" size="xs" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button
          size="xs"
          disabled={!isReady}
          loading={schedule.isPending || submit.isPending}
          onClick={() => {
            submit.mutate();
          }}
        >
          {t`Schedule`}
        </Button>
      </Group>
    </>
  );
}
