import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Fold } from '../../forms/fold.js';

interface FieldGroupProps {
  /** The resource type: the browser remembers for each which groups are closed. */
  readonly type: string;
  readonly label: string;
  /** The error of the last save. */
  readonly failure: unknown;
  /** Whether that error is about a field of the group. */
  readonly hasError: boolean;
  readonly children: ReactNode;
}

/** A group of fields that can be closed, which the browser remembers. */
export function FieldGroup({ type, label, ...group }: FieldGroupProps): ReactNode {
  const [closed, setClosed] = useLocalStorage<readonly string[]>({
    key: `content-service.closed-groups.${type}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return (
    <Fold
      {...group}
      label={label}
      isOpenAtFirst={!closed.includes(label)}
      onToggle={(isOpen) => {
        setClosed((before) => [...before.filter((name) => name !== label), ...(isOpen ? [] : [label])]);
      }}
    />
  );
}
