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

/** The ids of the primary data in the order of the document. */
export function getIds({ body }: Response): readonly string[] {
  return (body as { data: readonly Resource[] }).data.map(({ id }) => id);
}

/** The ids of `included`, sorted. */
export function getIncludedIds({ body }: Response): readonly string[] {
  return (body as { included: readonly Resource[] }).included.map(({ id }) => id).sort();
}

export function getResource({ body }: Response): Required<Resource> {
  return (body as { data: Required<Resource> }).data;
}

/** The error objects of a document without `id`, which differs at every request. */
export function getErrors({ body }: Response): readonly ErrorObject[] {
  const { errors } = body as { errors: readonly ErrorObject[] };
  return errors.map(({ status, code, title, detail, source, meta }) => ({
    ...{ status, code, title, detail },
    ...(source === undefined ? {} : { source }),
    ...(meta === undefined ? {} : { meta }),
  }));
}

/** The machine-readable part of each error: `{ status, code, source }`. */
export function toErrorSummaries(response: Response): readonly object[] {
  return getErrors(response).map(({ status, code, source }) => ({
    status,
    code,
    ...(source === undefined ? {} : { source }),
  }));
}

/** The `WWW-Authenticate` of a 401 for a request without a token. */
export const NO_TOKEN_CHALLENGE =
  'Bearer realm="OAuth", error="access_denied", error_description="Missing Authorization header"';
