import { type ApiResponse, send } from '../http/send.js';
import type { Job } from './operations-resources.js';
import { waitForJob } from './wait-for-job.js';

const mediaType = 'application/json';

/** Requests to the management API of the service (`/manage`). Each throws `ApiError`. */
export const managementApi = {
  get: <T>(path: string): Promise<ApiResponse<T>> => send<T>(`/manage${path}`, { mediaType }),
  post: <T>(path: string, body?: unknown): Promise<ApiResponse<T>> =>
    send<T>(`/manage${path}`, { method: 'POST', mediaType, body }),
  put: <T>(path: string): Promise<ApiResponse<T>> => send<T>(`/manage${path}`, { method: 'PUT', mediaType }),
  /** Starts the import of a site package. */
  import: (sitePackage: Blob): Promise<ApiResponse<Job>> =>
    send<Job>('/manage/imports', { method: 'POST', mediaType, sitePackage }),
  /** A change of the content model, which may be a background job. */
  changeModel: async (
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    ifMatch?: string,
  ): Promise<void> => {
    await waitForJob(await send<unknown>(`/manage${path}`, { method, mediaType, body, ifMatch }));
  },
  /** @param changes the members to replace; absent members stay unchanged */
  patch: <T>(path: string, changes: unknown, ifMatch?: string): Promise<ApiResponse<T>> =>
    send<T>(`/manage${path}`, { method: 'PATCH', mediaType, body: changes, ifMatch }),
  delete: (path: string, ifMatch?: string): Promise<ApiResponse<undefined>> =>
    send<undefined>(`/manage${path}`, { method: 'DELETE', mediaType, ifMatch }),
  /** A deletion that is sent also when the page is closed meanwhile. */
  leave: (path: string): Promise<ApiResponse<undefined>> =>
    send<undefined>(`/manage${path}`, { method: 'DELETE', mediaType, keepalive: true }),
};

/** A path of percent-encoded segments, such as `/node/article`. */
export function buildPath(...segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}
