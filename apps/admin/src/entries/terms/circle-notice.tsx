import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAction } from '../../forms/use-action.js';
import { IconAlertTriangle } from '../../icons/icons.js';
import { type Circle, leaveCircle } from './find-circles.js';

interface CircleNoticeProps {
  readonly type: string;
  readonly circle: Circle;
  readonly onDone: (circle: Circle) => void;
}

/** Says that two users have put terms below each other at the same time, so that neither is shown, and takes one out. */
export function CircleNotice({ type, circle, onDone }: CircleNoticeProps): ReactNode {
  const { title, parentTitle } = circle;
  const leave = useAction({
    mutationFn: () => leaveCircle(type, circle),
    successMessage: t`Saved`,
    invalidates: [['entries']],
    toastErrors: true,
    onSuccess: () => {
      onDone(circle);
    },
  });
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle />}
      role="alert"
      title={t`«${title}» and «${parentTitle}» are below each other`}
    >
      <Text size="sm">{t`Another user has moved «${parentTitle}» below «${title}» at the same time. The tree does not show them until one is taken out.`}</Text>
      <Group mt="sm" gap="sm">
        <Button
          size="xs"
          loading={leave.isPending}
          onClick={() => {
            leave.mutate();
          }}
        >
          {t`Take «${title}» out from below «${parentTitle}»`}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={leave.isPending}
          onClick={() => {
            onDone(circle);
          }}
        >
          {t`Leave it so`}
        </Button>
      </Group>
    </Alert>
  );
}
