import type { Response } from 'express';
import type { Problem } from './problem.js';

/** What a client may keep, and must ask again for. */
const PRIVATE = 'private, no-cache';
const NOT_KEPT = 'no-store';

interface Circumstances {
  readonly status?: 200 | 201;
  /** Of what is shown; becomes the `ETag`, which `If-Match` compares. */
  readonly version?: number;
  /** Holds something that is shown only once. */
  readonly isSecret?: boolean;
}

export function sendJson(
  response: Response,
  value: object,
  { status = 200, version, isSecret = false }: Circumstances = {},
): void {
  if (version !== undefined) response.setHeader('ETag', `"${version}"`);
  end(response, status, 'application/json', isSecret ? NOT_KEPT : PRIVATE, value);
}

/** The answer to what is done and has nothing to show. */
export function sendNothing(response: Response): void {
  response.setHeader('Cache-Control', NOT_KEPT);
  response.writeHead(204).end();
}

export function sendProblem(response: Response, problem: Problem): void {
  response.removeHeader('ETag');
  end(response, problem.status, 'application/problem+json', NOT_KEPT, problem);
}

function end(response: Response, status: number, type: string, cache: string, value: object): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.setHeader('Cache-Control', cache);
  response.vary('Authorization');
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(bytes);
}
