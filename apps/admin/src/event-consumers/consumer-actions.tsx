import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { confirm } from '../forms/confirm.js';
import { FormDialog } from '../forms/form-dialog.js';
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
    successMessage: isPaused ? `${name} goes on` : `${name} is paused`,
    invalidates,
    toastErrors: true,
  });
  const remove = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: `${name} is removed`,
    invalidates,
    toastErrors: true,
  });
  if (name === SEQUENCER) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" c="inherit" size={32} aria-label={`Actions for ${name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => {
              if (isPaused) pause.mutate();
              else
                confirm({
                  title: `Pause ${name}?`,
                  text: 'It reads no events until it is resumed. The log keeps them for it, for up to 30 days.',
                  confirmLabel: 'Pause consumer',
                  onConfirm: pause.mutate,
                });
            }}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Menu.Item>
          <Menu.Item onClick={open}>Change position</Menu.Item>
          {name === BROKER && <Menu.Item onClick={replaying.open}>Send events again</Menu.Item>}
          {holder === null && (
            <Menu.Item
              color="red"
              onClick={() => {
                confirm({
                  title: `Remove ${name}?`,
                  text: 'The log keeps no events for it any more. A process that is configured for it begins with the newest event.',
                  confirmLabel: 'Remove consumer',
                  onConfirm: remove.mutate,
                });
              }}
            >
              Remove
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <FormDialog opened={isMoving} onClose={close} title={`Position of ${name}`}>
        <ConsumerPosition consumer={consumer} onClose={close} />
      </FormDialog>
      <FormDialog opened={isReplaying} onClose={replaying.close} title="Send events again">
        <ReplayForm
          path={`${path}/replay`}
          description="The message broker gets the events of this time once more, beside new ones."
          hasDeliveries={false}
          onClose={replaying.close}
        />
      </FormDialog>
    </>
  );
}
