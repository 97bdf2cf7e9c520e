import { notifications } from '@mantine/notifications';
import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { RequestFailed } from '../http/request-failed.js';

interface Act<Input, Result> {
  readonly act: (input: Input) => Promise<Result>;
  /** What is said when it is done; nothing where the screen shows it by itself. */
  readonly done?: string | ((result: Result) => string);
  /** What to ask the service for again, be it because somebody else was faster. */
  readonly refresh: readonly (readonly string[])[];
  readonly then?: (result: Result, input: Input) => void | Promise<void>;
  /** Says what went wrong in passing, where no form stands that could show it. */
  readonly sayFailure?: boolean;
}

/** Something that changes what the service holds. Until it has come to its end, asking for it once more does nothing. */
export function useAct<Input = void, Result = unknown>({
  act,
  done,
  refresh,
  then,
  sayFailure = false,
}: Act<Input, Result>): UseMutationResult<Result, Error, Input> {
  const queries = useQueryClient();
  const refreshed = (): Promise<unknown> =>
    Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const mutationKey = [useId()];
  const mutation = useMutation({
    mutationKey,
    mutationFn: act,
    onSuccess: async (result, input) => {
      if (done !== undefined)
        notifications.show({ message: typeof done === 'string' ? done : done(result), color: 'green' });
      await refreshed();
      await then?.(result, input);
    },
    onError: (error) => {
      if (sayFailure)
        notifications.show({ title: 'This did not work', message: error.message, color: 'red' });
      if (error instanceof RequestFailed && error.status === 412) void refreshed();
    },
  });
  return {
    ...mutation,
    mutate: (...input) => {
      if (queries.isMutating({ mutationKey }) === 0) mutation.mutate(...input);
    },
  };
}
