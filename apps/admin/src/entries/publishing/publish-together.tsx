import { t } from '@lingui/core/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CheckboxList } from '../../forms/checkbox-list.js';
import { useAction } from '../../forms/use-action.js';
import { jsonApi, OPERATIONS_MAXIMUM } from '../../jsonapi/json-api.js';
import { split } from '../../jsonapi/query.js';
import { FailureNotice } from '../../layout/failure-notice.js';
import type { Target } from '../references/use-targets.js';
import { STATUS } from '../resource-type.js';

interface PublishTogetherProps {
  /** The unpublished entries that the entry links. */
  readonly targets: readonly Target[];
  /** Publishes the entry itself. */
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

/** The question before an entry is published that links unpublished ones, and their publication. */
export function PublishTogether({ targets, onPublish, onClose }: PublishTogetherProps): ReactNode {
  // Another article may be unpublished for a reason of its own.
  const [chosen, setChosen] = useState(
    targets.filter(({ type }) => !type.startsWith('node--')).map(({ id }) => id),
  );
  const publish = useAction({
    mutationFn: async () => {
      const wanted = targets.filter(({ id }) => chosen.includes(id));
      for (const part of split(wanted.map(toPublication), OPERATIONS_MAXIMUM)) await jsonApi.perform(part);
    },
    invalidates: [['entries']],
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
          choices={targets.map(({ id, title }) => ({ value: id, label: title }))}
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
            {chosen.length === 0 ? t`Go on without them` : t`Go on with them`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const toPublication = ({ type, id }: Target): object => ({
  op: 'update',
  data: { type, id, attributes: { [STATUS]: true } },
});
