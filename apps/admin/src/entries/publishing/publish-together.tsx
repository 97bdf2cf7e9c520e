import { t } from '@lingui/core/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CheckboxList } from '../../forms/checkbox-list.js';
import { formatDateTime } from '../../forms/format-date-time.js';
import { useAction } from '../../forms/use-action.js';
import { jsonApi, OPERATIONS_MAXIMUM } from '../../jsonapi/json-api.js';
import { split } from '../../jsonapi/query.js';
import { FailureNotice } from '../../layout/failure-notice.js';
import * as queries from '../../management-api/queries.js';
import { SCHEDULES_KEY } from '../../schedules/cancel-schedule.js';
import type { Target } from '../references/use-targets.js';
import type { UnpublishedTarget } from './find-unpublished-targets.js';
import { STATUS } from '../resource-type.js';

interface PublishTogetherProps {
  /** The unpublished entries that the entry links. */
  readonly targets: readonly UnpublishedTarget[];
  /** When they are published, in RFC 3339, if they can wait; without it at once. */
  readonly dueAt?: string;
  /** Publishes or schedules the entry itself. */
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

/** The question before an entry is published that links unpublished ones, and their publication. */
export function PublishTogether({ targets, dueAt, onPublish, onClose }: PublishTogetherProps): ReactNode {
  // Another article may be unpublished for a reason of its own, and so is what has a time of its own.
  const [chosen, setChosen] = useState(
    targets
      .filter(({ type, publishOn }) => !type.startsWith('node--') && publishOn === undefined)
      .map(({ id }) => id),
  );
  const { data: model } = useQuery(queries.contentModel);
  const canWait = ({ type }: Target): boolean =>
    model?.entityTypes.some(({ name, schedulable }) => schedulable && type.startsWith(`${name}--`)) === true;
  const toOperation = (target: Target): object => ({
    op: 'update',
    data: {
      ...{ type: target.type, id: target.id },
      attributes: dueAt !== undefined && canWait(target) ? { publish_on: dueAt } : { [STATUS]: true },
    },
  });
  const formatLabel = (target: UnpublishedTarget): string => {
    const { title, publishOn } = target;
    if (publishOn !== undefined) return t`${title} (planned for ${formatDateTime(publishOn)})`;
    return dueAt === undefined || canWait(target) ? title : t`${title} (at once)`;
  };
  const publish = useAction({
    mutationFn: async () => {
      const wanted = targets.filter(({ id }) => chosen.includes(id));
      for (const part of split(wanted.map(toOperation), OPERATIONS_MAXIMUM)) await jsonApi.perform(part);
    },
    invalidates: [['entries'], SCHEDULES_KEY],
    withoutRefetch: true,
    onSuccess: () => {
      onClose();
      onPublish();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t`Publish what this entry links as well?`}>
      <Stack>
        <FailureNotice failure={publish.error} />
        <CheckboxList
          label={t`Readers do not see these entries yet`}
          choices={targets.map((target) => ({ value: target.id, label: formatLabel(target) }))}
          value={chosen}
          error={undefined}
          onChange={setChosen}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            data-autofocus
            loading={publish.isPending}
            onClick={() => {
              publish.mutate();
            }}
          >
            {getConfirmLabel(chosen.length > 0, dueAt !== undefined)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** @param isLater whether a time is set, instead of a publication at once */
function getConfirmLabel(withOthers: boolean, isLater: boolean): string {
  if (isLater) return withOthers ? t`Schedule together` : t`Schedule this entry only`;
  return withOthers ? t`Publish together` : t`Publish this entry only`;
}
