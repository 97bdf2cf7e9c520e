import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError } from '../http/api-error.js';
import { releaseUnsaved } from './release-unsaved.js';

interface ActionOptions<Input, Result> {
  readonly mutationFn: (input: Input) => Promise<Result>;
  /** The notification after success; absent where the screen shows the result itself. */
  readonly successMessage?: string | ((result: Result, input: Input) => string);
  /** Query keys to invalidate after success, and after a 412 (the resource was changed by another request). */
  readonly invalidates: readonly (readonly string[])[];
  /** Whether `onSuccess` runs at once, since it needs nothing of what is fetched again because of `invalidates`. */
  readonly withoutRefetch?: boolean;
  readonly onSuccess?: (result: Result, input: Input) => void | Promise<void>;
  /** Shows the error as a notification, for actions outside a form. */
  readonly toastErrors?: boolean;
}

/** A mutation (TanStack Query) with notifications and invalidation. `mutate` does nothing while the mutation is pending. */
export function useAction<Input = void, Result = unknown>({
  mutationFn,
  successMessage,
  invalidates,
  withoutRefetch = false,
  onSuccess,
  toastErrors = false,
}: ActionOptions<Input, Result>): UseMutationResult<Result, Error, Input> {
  const queryClient = useQueryClient();
  const invalidate = (): Promise<unknown> =>
    Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const mutationKey = [useId()];
  const mutation = useMutation({
    mutationKey,
    mutationFn,
    onSuccess: async (result, input) => {
      if (!toastErrors) releaseUnsaved();
      if (!withoutRefetch) await invalidate();
      await onSuccess?.(result, input);
      if (withoutRefetch) void invalidate();
      // Last: from now on, the form can be left without a question.
      if (successMessage !== undefined)
        notifications.show({
          message: typeof successMessage === 'string' ? successMessage : successMessage(result, input),
          color: 'green',
        });
    },
    onError: (error) => {
      if (toastErrors)
        notifications.show({ title: t`This did not work`, message: error.message, color: 'red' });
      if (error instanceof ApiError && error.status === 412) void invalidate();
    },
  });
  return {
    ...mutation,
    mutate: (...input) => {
      if (queryClient.isMutating({ mutationKey }) === 0) mutation.mutate(...input);
    },
  };
}
