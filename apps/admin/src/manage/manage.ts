import { type Answer, send } from '../http/send.js';

const mediaType = 'application/json';

/** The management interface of the service (`/manage`). Every one of these throws RequestFailed. */
export const manage = {
  get: <T>(path: string): Promise<Answer<T>> => send<T>(`/manage${path}`, { mediaType }),
  post: <T>(path: string, body?: unknown): Promise<Answer<T>> =>
    send<T>(`/manage${path}`, { method: 'POST', mediaType, body }),
  /** @param changes members that are given replace what was there, whole */
  patch: <T>(path: string, changes: unknown, ifMatch?: string): Promise<Answer<T>> =>
    send<T>(`/manage${path}`, { method: 'PATCH', mediaType, body: changes, ifMatch }),
  delete: (path: string, ifMatch?: string): Promise<Answer<undefined>> =>
    send<undefined>(`/manage${path}`, { method: 'DELETE', mediaType, ifMatch }),
};

/** @param segments of a path, percent-encoded here */
export function pathTo(...segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}
