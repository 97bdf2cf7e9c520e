import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A 4xx is final; a 5xx or a network error is retried twice.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    },
  },
});
