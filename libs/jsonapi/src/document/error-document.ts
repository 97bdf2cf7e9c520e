import { DomainError, Problems } from '@content-service/kernel';
import { documentText } from './document.js';
import { statusOf } from './error-statuses.js';
import { errorTypeOf } from './error-types.js';

export interface ErrorAnswer {
  readonly status: number;
  /** The text of the error document. */
  readonly text: string;
}

/**
 * Turns anything that was thrown into an error document (JSON:API 1.1 «Errors»). What is no `DomainError` of the table
 * is a fault of ours: 500, and nothing of it is shown.
 *
 * @param requestId shown as `id`, so that a report leads to the log
 */
export function errorDocument(error: unknown, requestId: string): ErrorAnswer {
  const errors = problemsIn(error).map((problem) => errorObject(problem, requestId));
  return {
    status: commonStatus(errors.map(({ status }) => Number(status))),
    text: documentText({ errors: JSON.stringify(errors) }),
  };
}

interface ErrorObject {
  readonly id: string;
  readonly links?: { readonly type: { readonly href: string } };
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: DomainError['place'];
  readonly meta?: DomainError['meta'];
}

function problemsIn(error: unknown): readonly unknown[] {
  return error instanceof Problems ? error.problems.flatMap(problemsIn) : [error];
}

function errorObject(error: unknown, id: string): ErrorObject {
  const found = error instanceof DomainError ? statusOf(error.code) : undefined;
  if (!(error instanceof DomainError) || found === undefined) return internalError(id);
  const { code, message, place, meta } = error;
  const type = errorTypeOf(code);
  return {
    id,
    ...(type === undefined ? {} : { links: { type: { href: type } } }),
    status: String(found.status),
    code,
    title: found.title,
    detail: message,
    ...(place === undefined ? {} : { source: place }),
    ...(meta === undefined ? {} : { meta }),
  };
}

function internalError(id: string): ErrorObject {
  const detail = 'The request could not be answered because of a fault of the service.';
  return { id, status: '500', code: 'internal_error', title: 'Internal Server Error', detail };
}

/** Equal statuses stay; unequal ones are 400 together, each error keeping its own (JSON:API 1.1 «Processing Errors»). */
function commonStatus(statuses: readonly number[]): number {
  const [first = 500] = statuses;
  if (statuses.every((status) => status === first)) return first;
  return statuses.some((status) => status >= 500) ? 500 : 400;
}
