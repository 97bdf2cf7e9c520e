import type { Response } from 'supertest';

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
}

/** `403 scope_missing` for problem details (RFC 9457); otherwise the status with the media type or mismatch. */
export function formatProblem({ status, headers, body }: Response): string {
  const { code } = body as Problem;
  const type = headers['content-type'];
  if (type !== 'application/problem+json') return `${status} ${type ?? 'without a body'}`;
  return (body as { status: unknown }).status === status
    ? `${status} ${code}`
    : `${status} with another status in the body`;
}

export function getDetail({ body }: Response): string {
  return (body as Problem).detail;
}

/** `422 /label /redirectUris/0`: the status and the pointers of all errors, sorted. */
export function formatErrorPointers(response: Response): string {
  const { errors = [] } = response.body as Problem;
  return [response.status, ...errors.map(({ pointer }) => pointer).sort()].join(' ');
}
