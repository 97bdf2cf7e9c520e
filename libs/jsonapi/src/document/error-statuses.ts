export interface ErrorStatus {
  readonly status: number;
  /** The same for every error of a status. */
  readonly title: string;
}

/** What an error code means in HTTP; `undefined` for a code that is not in the table. */
export function statusOf(code: string): ErrorStatus | undefined {
  const status = STATUSES.get(code);
  return status === undefined ? undefined : { status, title: TITLES[status] };
}

/** Reason phrases of RFC 9110 §15 and RFC 6585. */
const TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const;

/** Every code of the libraries and the application: the one place where errors meet HTTP. */
const STATUSES: ReadonlyMap<string, keyof typeof TITLES> = new Map([
  // Access
  ['token_required', 401],
  ['token_rejected', 401],
  ['access_token_refused', 401],
  ['client_authentication_failed', 401],
  ['login_failed', 401],
  ['session_required', 401],
  ['cross_site_request', 403],
  ['scope_missing', 403],
  ['scope_not_held', 403],
  ['writes_not_allowed', 403],
  ['entry_hidden', 403],
  ['type_read_only', 403],

  // Route and method
  ['invalid_request', 400],
  ['route_unknown', 404],
  ['bundle_unknown', 404],
  ['relationship_unknown', 404],
  ['entry_unknown', 404],
  ['method_not_allowed', 405],
  ['login_throttled', 429],
  ['too_many_requests', 429],

  // Query
  ['invalid_parameter', 400],
  ['invalid_path', 400],
  ['invalid_filter_value', 400],
  ['invalid_include', 400],
  ['resource_version_unknown', 404],
  ['url_too_long', 414],
  ['page_size_exceeded', 400],
  ['range_not_supported', 400],
  ['sort_not_supported', 400],

  // Headers
  ['not_acceptable', 406],
  ['outdated', 412],
  ['precondition_failed', 412],
  ['precondition_required', 428],
  ['unsupported_media_type', 415],

  // Body
  ['invalid_body', 400],
  ['invalid_identifier', 400],
  ['invalid_linkage', 400],
  ['field_read_only', 403],
  ['target_missing', 404],
  ['targets_missing', 404],
  ['body_conflict', 409],
  ['duplicate_entry', 409],
  ['not_to_many', 409],
  ['body_too_large', 413],
  ['alias_taken', 422],
  ['idempotency_key_reused', 422],
  ['invalid_field_value', 422],
  ['invalid_member', 422],
  ['unknown_field', 422],
  ['value_missing', 422],

  // Two at once
  ['contended', 409],
  ['duplicate_request', 409],
  ['model_outdated', 409],
  ['too_many_conflicts', 409],
  ['version_conflict', 409],

  // Management
  ['audit_cursor_invalid', 400],
  ['client_unknown', 404],
  ['field_unknown', 404],
  ['role_unknown', 404],
  ['user_unknown', 404],
  ['bundle_exists', 409],
  ['bundle_in_use', 409],
  ['client_id_taken', 409],
  ['field_exists', 409],
  ['field_in_use', 409],
  ['role_built_in', 409],
  ['role_in_use', 409],
  ['role_name_taken', 409],
  ['user_name_taken', 409],
  ['client_invalid', 422],
  ['client_is_public', 422],
  ['invalid_definition', 422],
  ['invalid_value', 422],
  ['role_invalid', 422],
  ['setting_invalid', 422],
  ['setting_unknown', 422],
  ['user_invalid', 422],

  // Load
  ['passwords_busy', 503],
  ['store_unavailable', 503],
  ['unknown_outcome', 503],
]);
