import type { Response } from 'supertest';
import type { Resource } from './api-client.js';

interface ErrorObject {
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: object;
  readonly meta?: object;
}

/** The ids of the primary data, in order. */
export function idsIn({ body }: Response): readonly string[] {
  return (body as { data: readonly Resource[] }).data.map(({ id }) => id);
}

/** The ids of `included`, in no particular order. */
export function includedIn({ body }: Response): readonly string[] {
  return (body as { included: readonly Resource[] }).included.map(({ id }) => id).sort();
}

export function resourceIn({ body }: Response): Required<Resource> {
  return (body as { data: Required<Resource> }).data;
}

/** The errors of a document without the id of the request, which is another each time. */
export function errorsIn({ body }: Response): readonly ErrorObject[] {
  const { errors } = body as { errors: readonly ErrorObject[] };
  return errors.map(({ status, code, title, detail, source, meta }) => ({
    ...{ status, code, title, detail },
    ...(source === undefined ? {} : { source }),
    ...(meta === undefined ? {} : { meta }),
  }));
}

/** What a program looks at: status, code and place of each error. */
export function faultsIn(response: Response): readonly object[] {
  return errorsIn(response).map(({ status, code, source }) => ({
    status,
    code,
    ...(source === undefined ? {} : { source }),
  }));
}

/** The challenge of a 401 for somebody who sent no token at all. */
export const NO_TOKEN =
  'Bearer realm="OAuth", error="access_denied", error_description="Missing Authorization header"';
