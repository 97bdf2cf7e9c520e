import { t } from '@lingui/core/macro';

/** An error of one member of a request body. */
export interface FieldError {
  readonly detail: string;
  readonly code?: string;
  /** JSON pointer into the body; absent for an error of the whole request. */
  readonly pointer?: string;
  /** The rule that the value breaks, such as `{maximum: 5}`; `field` names a member that the body lacks. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A response with an error status: problem details (RFC 9457) or a JSON:API error document. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly fieldErrors: readonly FieldError[],
    /** Further members of problem details, such as `code` and `entries`. */
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
  }

  /** A copy with some of the field errors; its `cause` is this error. */
  withFieldErrors(fieldErrors: readonly FieldError[]): ApiError {
    const copy = new ApiError(this.status, this.detail, fieldErrors, this.more);
    copy.cause = this;
    return copy;
  }
}

/** @param body parsed JSON of any shape (a proxy may have answered), `undefined` for another media type */
export function toApiError(status: number, body: unknown): ApiError {
  const members = isRecord(body) ? body : {};
  const fieldErrors = (Array.isArray(members['errors']) ? members['errors'] : [])
    .filter(isRecord)
    .map(toFieldError);
  const detail =
    getText(members['detail']) ??
    fieldErrors[0]?.detail ??
    getText(members['title']) ??
    getStatusMessage(status);
  return new ApiError(status, detail, fieldErrors, members);
}

/** An error like that of the service for values that are checked before they are sent. */
export function toValidationError(fieldErrors: readonly FieldError[]): ApiError {
  return new ApiError(422, fieldErrors.map(({ detail }) => detail).join(' '), fieldErrors);
}

function toFieldError(error: Readonly<Record<string, unknown>>): FieldError {
  const source = isRecord(error['source']) ? error['source'] : {};
  const pointer = getText(error['pointer']) ?? getText(source['pointer']);
  const code = getText(error['code']);
  return {
    detail: getText(error['detail']) ?? getText(error['title']) ?? t`This is not accepted.`,
    ...(code === undefined ? {} : { code }),
    ...(pointer === undefined ? {} : { pointer }),
    meta: isRecord(error['meta']) ? error['meta'] : {},
  };
}

function getStatusMessage(status: number): string {
  return status >= 500
    ? t`The service could not do this. Try again in a moment.`
    : t`The service answered with the status ${status}.`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function getText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
