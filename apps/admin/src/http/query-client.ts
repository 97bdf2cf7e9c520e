import { QueryClient } from '@tanstack/react-query';
import { RequestFailed } from './request-failed.js';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What the service refuses, it refuses again.
      retry: (failures, error) => failures < 2 && !(error instanceof RequestFailed && error.status < 500),
    },
  },
});
