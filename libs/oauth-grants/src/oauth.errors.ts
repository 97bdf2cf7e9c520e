import { DomainError, shortenErrorText } from '@content-service/kernel';

/**
 * Every error code with its status and its `error_description`.
 *
 * The sentences are those that the specification («Errors»), RFC 6749 §4.1.2.1 and §5.2 and RFC 8707 §2 print. They go into
 * headers and redirects too, so none has a double quote or a backslash.
 */
const OAUTH_ERRORS = {
  invalid_request: {
    status: 400,
    description:
      'The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed.',
  },
  invalid_client: { status: 401, description: 'Client authentication failed' },
  invalid_grant: {
    status: 400,
    description:
      'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  },
  unauthorized_client: {
    status: 400,
    description: 'The authenticated client is not authorized to use this authorization grant type.',
  },
  unsupported_grant_type: {
    status: 400,
    description: 'The authorization grant type is not supported by the authorization server.',
  },
  unsupported_response_type: {
    status: 400,
    description:
      'The authorization server does not support obtaining an authorization code using this method.',
  },
  invalid_scope: { status: 400, description: 'The requested scope is invalid, unknown, or malformed' },
  invalid_target: {
    status: 400,
    description: 'The requested resource is invalid, missing, unknown, or malformed.',
  },
  access_denied: {
    status: 403,
    description: 'The resource owner or authorization server denied the request.',
  },
  /** Not of RFC 6749: an extension of this service. */
  password_change_required: {
    status: 403,
    description: 'The user must set a new password first.',
  },
  temporarily_unavailable: {
    status: 429,
    description:
      'The authorization server is currently unable to handle the request due to a temporary overloading or maintenance of the server.',
  },
  server_error: {
    status: 500,
    description:
      'The authorization server encountered an unexpected condition that prevented it from fulfilling the request.',
  },
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

/** All codes. */
export const OAUTH_ERROR_CODES = Object.keys(OAUTH_ERRORS) as readonly OAuthErrorCode[];

/** An error of the OAuth endpoints; `hint` describes what was wrong in the request. */
export class OAuthError extends DomainError {
  readonly hint: string | undefined;

  constructor(
    readonly error: OAuthErrorCode,
    hint?: string,
  ) {
    super(error, OAUTH_ERRORS[error].description);
    this.hint = hint === undefined ? undefined : shortenErrorText(hint);
  }

  get status(): number {
    return OAUTH_ERRORS[this.error].status;
  }

  static missing(parameter: string): OAuthError {
    return new OAuthError('invalid_request', `The parameter ${parameter} is missing or empty.`);
  }

  static malformed(parameter: string): OAuthError {
    return new OAuthError('invalid_request', `The parameter ${parameter} must be one text, given once.`);
  }

  /** @param hint what is wrong with the code or refresh token */
  static grant(hint: string): OAuthError {
    return new OAuthError('invalid_grant', hint);
  }

  /** The hint is that of the reference implementation. */
  static scope(name: string): OAuthError {
    return new OAuthError('invalid_scope', `Check the \`${name}\` scope`);
  }
}

/** A client failed to authenticate too often in the current window. */
export class TooManyAuthenticationFailures extends OAuthError {
  constructor(readonly retryAfterSeconds: number) {
    super(
      'temporarily_unavailable',
      `Too many failed client authentications; try again in ${retryAfterSeconds} seconds.`,
    );
  }
}

/** The body of every OAuth error (specification, «OAuth error body»). */
export function toErrorBody({ error, message, hint }: OAuthError): Readonly<Record<string, string>> {
  return { error, error_description: message, ...(hint === undefined ? {} : { hint }) };
}
