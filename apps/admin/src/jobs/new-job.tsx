import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAction } from '../forms/use-action.js';
import { IconChevronDown } from '../icons/icons.js';
import { managementApi } from '../management-api/management-api.js';

const KINDS = [
  { kind: 'index.verify', label: t`Check the index` },
  { kind: 'index.rebuild', label: t`Rebuild the index` },
  { kind: 'cache.purge', label: t`Empty the shared cache` },
] as const;

/** A menu of the jobs that administrators can start. */
export function NewJob(): ReactNode {
  const start = useAction({
    mutationFn: (kind: string) => managementApi.post('/jobs', { kind }),
    successMessage: t`The job is queued`,
    invalidates: [['jobs']],
    toastErrors: true,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} />} loading={start.isPending}>
          {t`New job`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map(({ kind, label }) => (
          <Menu.Item
            key={kind}
            onClick={() => {
              start.mutate(kind);
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
