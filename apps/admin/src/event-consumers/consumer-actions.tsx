import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { confirm } from '../forms/confirm.js';
import { FormDialog } from '../forms/form-dialog.js';
import { RowMenu } from '../forms/row-menu.js';
import { useAction } from '../forms/use-action.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { EventConsumer } from '../management-api/operations-resources.js';
import { ReplayForm } from '../replays/replay-form.js';
import { ConsumerPosition } from './consumer-position.js';

const invalidates = [['event-consumers']];

/** The consumer that assigns the positions; it cannot be changed. */
const SEQUENCER = 'log';
/** The consumer that publishes to a message broker, which can get events again. */
const BROKER = 'broker';

/** A menu to pause or resume a consumer, to let it continue at another position, to send events again, and to remove it. */
export function ConsumerActions({ consumer }: { readonly consumer: EventConsumer }): ReactNode {
  const { name, state, holder } = consumer;
  const path = `/consumers${buildPath(name)}`;
  const [isMoving, { open, close }] = useDisclosure();
  const [isReplaying, replaying] = useDisclosure();
  const isPaused = state === 'paused';
  const pause = useAction({
    mutationFn: () => managementApi.patch(path, { paused: !isPaused }),
    successMessage: isPaused ? t`${name} goes on` : t`${name} is paused`,
    invalidates,
    toastErrors: true,
  });
  const remove = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: t`${name} is removed`,
    invalidates,
    toastErrors: true,
  });
  if (name === SEQUENCER) return null;
  return (
    <>
      <RowMenu label={t`Actions for ${name}`}>
        <Menu.Item
          onClick={() => {
            if (isPaused) pause.mutate();
            else
              confirm({
                title: t`Pause ${name}?`,
                text: t`It reads no events until it is resumed. The log keeps them for it, for up to 30 days.`,
                confirmLabel: t`Pause reader`,
                onConfirm: pause.mutate,
              });
          }}
        >
          {isPaused ? t`Resume` : t`Pause`}
        </Menu.Item>
        <Menu.Item onClick={open}>{t`Change position`}</Menu.Item>
        {name === BROKER && <Menu.Item onClick={replaying.open}>{t`Send events again`}</Menu.Item>}
        {holder === null && (
          <Menu.Item
            c="var(--mantine-color-error)"
            onClick={() => {
              confirm({
                title: t`Remove ${name}?`,
                text: t`The log keeps no events for it any more. A process that is configured for it begins with the newest event.`,
                confirmLabel: t`Remove reader`,
                onConfirm: remove.mutate,
              });
            }}
          >
            {t`Remove`}
          </Menu.Item>
        )}
      </RowMenu>
      <FormDialog opened={isMoving} onClose={close} title={t`Position of ${name}`}>
        <ConsumerPosition consumer={consumer} onClose={close} />
      </FormDialog>
      <FormDialog opened={isReplaying} onClose={replaying.close} title={t`Send events again`}>
        <ReplayForm
          path={`${path}/replay`}
          description={t`The message broker gets the events of this time once more, beside new ones.`}
          hasDeliveries={false}
          onClose={replaying.close}
        />
      </FormDialog>
    </>
  );
}
