import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormDialog } from '../forms/form-dialog.js';
import { RowMenu } from '../forms/row-menu.js';
import { useAction } from '../forms/use-action.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { JobSchedule } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { ScheduleForm } from './schedule-form.js';
import { formatScheduleName } from './schedule-words.js';

/** A menu to start the job of a schedule at once, and to change its times. */
export function ScheduleActions({ schedule: { name } }: { readonly schedule: JobSchedule }): ReactNode {
  const [isEditing, { open, close }] = useDisclosure();
  const label = formatScheduleName(name);
  const run = useAction({
    mutationFn: () => managementApi.post(`/schedules${buildPath(name)}/run`),
    successMessage: t`The job is queued`,
    invalidates: [['schedules'], ['jobs']],
    toastErrors: true,
  });
  return (
    <>
      <RowMenu label={t`Actions for: ${label}`}>
        <Menu.Item
          onClick={() => {
            run.mutate();
          }}
        >
          {t`Run now`}
        </Menu.Item>
        <Menu.Item onClick={open}>{t`Change times`}</Menu.Item>
      </RowMenu>
      <FormDialog opened={isEditing} onClose={close} title={t`Times: ${label}`}>
        <EditedSchedule name={name} onClose={close} />
      </FormDialog>
    </>
  );
}

function EditedSchedule({
  name,
  onClose,
}: {
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const query = useQuery(queries.schedule(name));
  return (
    <QueryBoundary query={query}>
      {({ body, etag }) => <ScheduleForm schedule={body} etag={etag} onClose={onClose} />}
    </QueryBoundary>
  );
}
