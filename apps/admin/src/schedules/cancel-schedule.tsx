import { t } from '@lingui/core/macro';
import type { UseMutationResult } from '@tanstack/react-query';
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

/** Cancels publications to come. */
export function useCancelSchedule(): UseMutationResult<unknown, Error, EntrySchedule> {
  return useAction({
    mutationFn: ({ entry, action }: EntrySchedule) =>
      managementApi.delete(SCHEDULES_PATH + buildPath(entry.id, action)),
    successMessage: (_, schedule) => ACTIONS[schedule.action].cancelled(getName(schedule)),
    invalidates: [SCHEDULES_KEY],
    toastErrors: true,
  });
}

/** What is asked before a publication is cancelled. */
export function getCancelQuestion(schedule: EntrySchedule): {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
} {
  return {
    title: ACTIONS[schedule.action].question(getName(schedule)),
    text: t`The entry stays as it is.`,
    confirmLabel: t`Cancel schedule`,
    cancelLabel: t`Keep schedule`,
  };
}

/** Such as `Cancel: publish Trams`. */
export function formatCancel(schedule: EntrySchedule): string {
  return ACTIONS[schedule.action].cancel(getName(schedule));
}

function getName({ entry }: EntrySchedule): string {
  return entry.label ?? entry.id;
}

/** The button that cancels a publication to come, after a question. */
export function CancelSchedule({ schedule }: { readonly schedule: EntrySchedule }): ReactNode {
  const cancel = useCancelSchedule();
  return (
    <ConfirmButton
      variant="default"
      size="compact-sm"
      loading={cancel.isPending}
      aria-label={formatCancel(schedule)}
      question={getCancelQuestion(schedule)}
      onConfirm={() => {
        cancel.mutate(schedule);
      }}
    >
      {t`Cancel`}
    </ConfirmButton>
  );
}
