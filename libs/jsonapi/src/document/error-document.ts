import { DomainError, AggregateDomainError, toShownError } from '@content-service/kernel';
import { serializeDocument } from './document.js';
import { findErrorStatus, findErrorTypeUri } from './error-statuses.js';

export interface ErrorResponse {
  readonly status: number;
  /** The text of the error document. */
  readonly text: string;
}

/**
 * Serializes a thrown value as an error document (JSON:API 1.1 «Errors»). Anything but a `DomainError` of the status
 * table is an internal error: 500, without details. At most `PROBLEMS_MAXIMUM` errors are shown; `meta.omittedErrors`
 * counts the others.
 *
 * @param requestId `id` of the error objects, to find the log line
 * @param trace `meta.trace`: the trace id (W3C Trace Context)
 */
export function serializeErrorDocument(error: unknown, requestId: string, trace?: string): ErrorResponse {
  const errors = toErrorList(error).map((problem) => toErrorObject(problem, requestId));
  return {
    status: resolveCommonStatus(errors.map(({ status }) => Number(status))),
    text: serializeDocument({ errors: JSON.stringify(errors), meta: serializeMeta(error, trace) }),
  };
}

interface ErrorObject {
  readonly id: string;
  readonly links?: { readonly type: { readonly href: string } };
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: DomainError['source'];
  readonly meta?: DomainError['meta'];
}

function toErrorList(error: unknown): readonly unknown[] {
  return error instanceof AggregateDomainError ? error.problems : [error];
}

/** Serializes `meta.omittedErrors` and `meta.trace`; `undefined` without both. */
function serializeMeta(error: unknown, trace: string | undefined): string | undefined {
  const omitted = error instanceof AggregateDomainError ? error.omitted : 0;
  if (omitted === 0 && trace === undefined) return undefined;
  return JSON.stringify({ omittedErrors: omitted === 0 ? undefined : omitted, trace });
}

function toErrorObject(error: unknown, id: string): ErrorObject {
  const entry = error instanceof DomainError ? findErrorStatus(error.code) : undefined;
  if (!(error instanceof DomainError) || entry === undefined) return toInternalError(id);
  const { code, detail, source, meta } = toShownError(error);
  const type = findErrorTypeUri(code);
  return {
    id,
    ...(type === undefined ? {} : { links: { type: { href: type } } }),
    status: String(entry.status),
    code,
    title: entry.title,
    detail,
    ...(source === undefined ? {} : { source }),
    ...(meta === undefined ? {} : { meta }),
  };
}

function toInternalError(id: string): ErrorObject {
  const detail = 'The request could not be answered because of a fault of the service.';
  return { id, status: '500', code: 'internal_error', title: 'Internal Server Error', detail };
}

/** The common status, or 400 (500 with a server error) for different ones; each error object keeps its own (JSON:API 1.1 «Processing Errors»). */
function resolveCommonStatus(statuses: readonly number[]): number {
  const [first = 500] = statuses;
  if (statuses.every((status) => status === first)) return first;
  return statuses.some((status) => status >= 500) ? 500 : 400;
}
