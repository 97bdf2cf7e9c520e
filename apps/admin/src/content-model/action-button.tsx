import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface ActionButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Absent while there is nothing to do. */
  readonly onClick: (() => void) | undefined;
  readonly color?: string;
  readonly loading?: boolean;
}

/** A button of a row, as an icon with its label in a tooltip. */
export function ActionButton({
  label,
  icon,
  onClick,
  color = 'gray',
  loading = false,
}: ActionButtonProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color={color}
        size={32}
        aria-label={label}
        disabled={onClick === undefined}
        loading={loading}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
