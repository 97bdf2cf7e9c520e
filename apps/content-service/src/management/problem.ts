import { statusOf } from '@content-service/jsonapi';
import { DomainError, Problems } from '@content-service/kernel';

/** Problem details (RFC 9457 §3) with members of our own. */
export interface Problem {
  /** What went wrong is told apart by `code`; the type says no more than the status. */
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  /** The faults of the body, all of them. */
  readonly errors?: readonly Fault[];
  /** Facts a program can use, such as how many `entries` are in the way. */
  readonly [fact: string]: unknown;
}

interface Fault {
  /** JSON Pointer (RFC 6901) into the body. */
  readonly pointer: string;
  readonly detail: string;
  readonly code: string;
}

/** What is said of anything that was thrown. What is no `DomainError` of the table is a fault of ours, and not shown. */
export function problemOf(thrown: unknown): Problem {
  const errors = thrown instanceof Problems ? thrown.problems : [thrown];
  const [first] = errors;
  if (errors.length > 1 && errors.every(isKnown)) return problemOfSeveral(errors);
  return isKnown(first) ? problemOfOne(first) : INTERNAL;
}

type Known = DomainError & { readonly code: string };

function isKnown(error: unknown): error is Known {
  return error instanceof DomainError && statusOf(error.code) !== undefined;
}

function problemOfOne(error: Known): Problem {
  const { code, message, meta } = error;
  const faults = faultsIn([error]);
  return {
    ...meta,
    ...headOf(code),
    detail: message,
    code,
    ...(faults.length === 0 ? {} : { errors: faults }),
  };
}

/** Faults of one body have one status. */
function problemOfSeveral(errors: readonly Known[]): Problem {
  const [{ code }] = errors as [Known, ...Known[]];
  const detail = errors.map(({ message }) => message).join(' ');
  return { ...headOf(code), detail, code, errors: faultsIn(errors) };
}

function headOf(code: string): Pick<Problem, 'type' | 'title' | 'status'> {
  const { status, title } = statusOf(code) ?? { status: INTERNAL.status, title: INTERNAL.title };
  return { type: 'about:blank', title, status };
}

function faultsIn(errors: readonly Known[]): Fault[] {
  return errors.flatMap(({ code, message, place }) =>
    place?.pointer === undefined ? [] : [{ pointer: place.pointer, detail: message, code }],
  );
}

const INTERNAL: Problem = {
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  detail: 'The request could not be answered because of a fault of the service.',
  code: 'internal_error',
};
