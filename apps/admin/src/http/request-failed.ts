/** One thing that is wrong with what was sent. */
export interface Fault {
  readonly detail: string;
  /** Where, as a JSON pointer into the body; absent when it is not about one place. */
  readonly pointer?: string;
}

/** An answer that is not what was asked for, whether in problem details (RFC 9457) or a JSON:API error document. */
export class RequestFailed extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly faults: readonly Fault[],
    /** What stands beside them in problem details, such as `code` and `entries`. */
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
  }
}

/** @param body as it came; nothing is taken for granted, since a proxy may have answered */
export function requestFailed(status: number, body: unknown): RequestFailed {
  const given = isRecord(body) ? body : {};
  const faults = (Array.isArray(given['errors']) ? given['errors'] : []).filter(isRecord).map(toFault);
  const detail =
    textOf(given['detail']) ?? faults[0]?.detail ?? textOf(given['title']) ?? sentenceFor(status);
  return new RequestFailed(status, detail, faults, given);
}

function toFault(error: Readonly<Record<string, unknown>>): Fault {
  const source = isRecord(error['source']) ? error['source'] : {};
  const pointer = textOf(error['pointer']) ?? textOf(source['pointer']);
  const detail = textOf(error['detail']) ?? textOf(error['title']) ?? 'This is not accepted.';
  return pointer === undefined ? { detail } : { detail, pointer };
}

function sentenceFor(status: number): string {
  return status >= 500
    ? 'The service could not do this. Try again in a moment.'
    : `The service answered with the status ${status}.`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
