import { t } from '@lingui/core/macro';
import { Alert, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../forms/format-date-time.js';
import { formatFieldError } from '../../http/error-texts.js';
import { IconAlertTriangle } from '../../icons/icons.js';
import type { Identifier } from '../../jsonapi/document.js';
import type { EntrySchedule } from '../../management-api/operations-resources.js';
import { getFieldLabel, type ResourceType } from '../resource-type.js';
import { useEntrySchedules } from './use-entry-schedules.js';

interface FailedSchedulesProps {
  readonly entry: Identifier;
  readonly resourceType: ResourceType;
  /** The version of the entry that the screen shows: a save may resolve what was wrong. */
  readonly etag: string | undefined;
}

/** The publications of an entry that were due and have failed, with what an editor has to change. */
export function FailedSchedules({ entry: { id }, resourceType, etag }: FailedSchedulesProps): ReactNode {
  const failed = useEntrySchedules(id, etag).filter(({ problems }) => problems.length > 0);
  return failed.map(({ action, dueAt, problems }) => (
    <Alert key={action} color="yellow" c="inherit" icon={<IconAlertTriangle />} title={TITLES[action]}>
      <Text size="sm">{t`It was due on ${formatDateTime(dueAt)}, and is tried again every minute.`}</Text>
      <List size="sm" mt="xs">
        {problems.map((problem) => (
          <List.Item key={`${problem.field ?? ''} ${problem.code}`}>
            {formatProblem(problem, resourceType)}
          </List.Item>
        ))}
      </List>
    </Alert>
  ));
}

const TITLES = {
  publish: t`The scheduled publication has failed`,
  unpublish: t`The scheduled unpublication has failed`,
};

function formatProblem(
  { code, detail, field }: EntrySchedule['problems'][number],
  { allFields }: ResourceType,
): string {
  const found = allFields.find(({ name }) => name === (field ?? FIELDS[code]));
  if (found === undefined) return detail;
  const label = getFieldLabel(found);
  if (code === 'working_copy_conflict')
    return t`${label} was changed on the site since. Choose one of the values with «Publish changes».`;
  return formatFieldError({ code, detail, meta: { field } }, label);
}

/** The fields of errors that do not name one. */
const FIELDS: Readonly<Record<string, string>> = { alias_taken: 'path' };
