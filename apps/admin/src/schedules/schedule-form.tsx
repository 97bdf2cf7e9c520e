import { t } from '@lingui/core/macro';
import { Box, List, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormButtons } from '../forms/form-buttons.js';
import { Form } from '../forms/form.js';
import { useAction } from '../forms/use-action.js';
import { resetForm, useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { findFieldError } from '../http/field-errors.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { JobSchedule } from '../management-api/operations-resources.js';
import { formatNextTimes, formatScheduleName } from './schedule-words.js';

interface ScheduleFormProps {
  readonly schedule: JobSchedule;
  readonly etag: string | undefined;
  readonly onClose: () => void;
}

/** The form for the cron expression of a schedule, with the times that it names. */
export function ScheduleForm({ schedule, etag, onClose }: ScheduleFormProps): ReactNode {
  const { name, cron, defaultCron } = schedule;
  const draft = useDraft({ cron }, etag);
  const save = useAction({
    mutationFn: () => managementApi.patch(`/schedules${buildPath(name)}`, draft.changes, draft.etag),
    successMessage: t`Changed: ${formatScheduleName(name)}`,
    invalidates: [['schedules']],
    onSuccess: onClose,
  });
  const failure = useOpenErrors(save.error, draft.values);
  return (
    <Form
      onSubmit={save.mutate}
      failure={failure}
      inputPointers={['/cron']}
      onReload={resetForm(draft, save)}
      unsaved={{ form: `schedules/${name}`, draft }}
    >
      <TextInput
        label={t`Cron expression`}
        description={t`Minute, hour, day of month, month and day of week, in UTC. By default ${defaultCron}`}
        data-autofocus
        value={draft.values.cron}
        error={findFieldError(failure, '/cron', t`Cron expression`)}
        onChange={({ currentTarget }) => {
          draft.set('cron', currentTarget.value);
        }}
      />
      <NextTimes cron={draft.values.cron} />
      <FormButtons
        submit={t`Change times`}
        isSaving={save.isPending}
        disabled={!draft.isChanged}
        onCancel={onClose}
      />
    </Form>
  );
}

function NextTimes({ cron }: { readonly cron: string }): ReactNode {
  const [now] = useState(() => new Date());
  const times = formatNextTimes(cron, now);
  return (
    <Box aria-live="polite">
      <Text size="sm" fw={600}>
        {t`Next times`}
      </Text>
      {times === undefined ? (
        <Text size="sm" c="dimmed">
          {t`The expression names no time.`}
        </Text>
      ) : (
        <List size="sm">
          {times.map((time) => (
            <List.Item key={time}>{time}</List.Item>
          ))}
        </List>
      )}
    </Box>
  );
}
