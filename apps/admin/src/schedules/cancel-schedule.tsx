import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { useAction } from '../forms/use-action.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { EntrySchedule } from '../management-api/operations-resources.js';

/** The publications of entries to come in the management API, and the beginning of their query keys. */
export const SCHEDULES_PATH = '/entry-schedules';
export const SCHEDULES_KEY = ['entry-schedules'] as const;

/** The words for what is done with an entry at a time. */
export const ACTIONS = {
  publish: {
    label: t`Publish`,
    cancel: (name: string) => t`Cancel: publish ${name}`,
    cancelled: (name: string) => t`Cancelled: publish ${name}`,
    question: (name: string) => t`Do not publish ${name}?`,
  },
  unpublish: {
    label: t`Unpublish`,
    cancel: (name: string) => t`Cancel: unpublish ${name}`,
    cancelled: (name: string) => t`Cancelled: unpublish ${name}`,
    question: (name: string) => t`Do not unpublish ${name}?`,
  },
} as const;

/** The button that cancels a publication to come, after a question. */
export function CancelSchedule({ schedule }: { readonly schedule: EntrySchedule }): ReactNode {
  const { entry, action } = schedule;
  const label = entry.label ?? entry.id;
  const cancel = useAction({
    mutationFn: () => managementApi.delete(SCHEDULES_PATH + buildPath(entry.id, action)),
    successMessage: ACTIONS[action].cancelled(label),
    invalidates: [SCHEDULES_KEY],
    toastErrors: true,
  });
  return (
    <ConfirmButton
      variant="default"
      size="compact-sm"
      loading={cancel.isPending}
      aria-label={ACTIONS[action].cancel(label)}
      question={{
        title: ACTIONS[action].question(label),
        text: t`The entry stays as it is.`,
        confirmLabel: t`Cancel schedule`,
      }}
      onConfirm={() => {
        cancel.mutate();
      }}
    >
      {t`Cancel`}
    </ConfirmButton>
  );
}
