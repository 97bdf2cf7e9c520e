import { findErrorTypeUri, findErrorStatus } from '@content-service/jsonapi';
import { DomainError, AggregateDomainError, type ShownError, toShownError } from '@content-service/kernel';

/** Problem details (RFC 9457 §3) with extension members. */
export interface Problem {
  /** A registered type, or `about:blank`; `code` distinguishes problems. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  /** Errors of the body, in the order of detection. */
  readonly errors?: readonly FieldError[];
  /** Number of further errors that are not listed. */
  readonly omittedErrors?: number;
  /** Machine-readable details, such as the number of `entries` that prevent a change. */
  readonly [fact: string]: unknown;
}

interface FieldError {
  /** JSON Pointer (RFC 6901) into the body. */
  readonly pointer: string;
  readonly detail: string;
  readonly code: string;
  /** The broken rule, such as `{minimum: 1, maximum: 500}`. */
  readonly meta?: DomainError['meta'];
}

/** Converts an exception to problem details. Exceptions without a row in the table become 500 without a cause. */
export function toProblem(thrown: unknown): Problem {
  const errors = thrown instanceof AggregateDomainError ? thrown.problems : [thrown];
  const [first] = errors;
  const omitted = thrown instanceof AggregateDomainError ? thrown.omitted : 0;
  if (errors.length > 1 && errors.every(hasErrorStatus)) return toAggregateProblem(errors, omitted);
  return hasErrorStatus(first) ? toSingleProblem(first) : INTERNAL;
}

type ErrorWithStatus = DomainError & { readonly code: string };

function hasErrorStatus(error: unknown): error is ErrorWithStatus {
  return error instanceof DomainError && findErrorStatus(error.code) !== undefined;
}

function toSingleProblem(error: ErrorWithStatus): Problem {
  const shown = toShownError(error);
  const { code, detail, meta } = shown;
  const fieldErrors = toFieldErrors([shown]);
  const head = { ...toProblemHead(code), detail, code };
  const errors = fieldErrors.length > 0 ? { errors: fieldErrors } : {};
  // The broken rule of a value is in `errors`; other facts are extension members, which replace none of the standard ones.
  const isRule = fieldErrors.length > 0 && head.status === UNPROCESSABLE;
  return isRule ? { ...head, ...errors } : { ...head, ...meta, ...head, ...errors };
}

/** The errors of one body share one status. */
function toAggregateProblem(errors: readonly ErrorWithStatus[], omitted: number): Problem {
  const [{ code }] = errors as [ErrorWithStatus, ...ErrorWithStatus[]];
  const shown = errors.map(toShownError);
  const detail = shown.map((error) => error.detail).join(' ');
  const members = { errors: toFieldErrors(shown), ...(omitted > 0 ? { omittedErrors: omitted } : {}) };
  return { ...toProblemHead(code), detail, code, ...members };
}

function toProblemHead(code: string): Pick<Problem, 'type' | 'title' | 'status'> {
  const { status, title } = findErrorStatus(code) ?? { status: INTERNAL.status, title: INTERNAL.title };
  return { type: findErrorTypeUri(code) ?? 'about:blank', title, status };
}

function toFieldErrors(errors: readonly ShownError[]): FieldError[] {
  return errors.flatMap(({ code, detail, source, meta }) =>
    source?.pointer === undefined
      ? []
      : [{ pointer: source.pointer, detail, code, ...(meta === undefined ? {} : { meta }) }],
  );
}

const UNPROCESSABLE = 422;

const INTERNAL: Problem = {
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  detail: 'The service could not process the request because of an internal error.',
  code: 'internal_error',
};
