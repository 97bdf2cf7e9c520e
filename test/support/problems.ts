import type { Response } from 'supertest';

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
}

/** `403 scope_missing`, for an answer that holds problem details as RFC 9457 wants them. */
export function problemIn({ status, headers, body }: Response): string {
  const { code } = body as Problem;
  const type = headers['content-type'];
  if (type !== 'application/problem+json') return `${status} ${type ?? 'without a body'}`;
  return (body as { status: unknown }).status === status
    ? `${status} ${code}`
    : `${status} with another in the body`;
}

export function detailIn({ body }: Response): string {
  return (body as Problem).detail;
}

/** `422 /label /redirectUris/0`: the status and the place of every fault, in order of the alphabet. */
export function faultsIn(response: Response): string {
  const { errors = [] } = response.body as Problem;
  return [response.status, ...errors.map(({ pointer }) => pointer).sort()].join(' ');
}
