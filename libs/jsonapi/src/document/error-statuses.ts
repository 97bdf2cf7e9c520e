import { CURSOR_PAGINATION } from '../media-types.js';

export interface ErrorStatus {
  readonly status: number;
  /** One title for each status. */
  readonly title: string;
}

/** HTTP status and title of an error code; `undefined` for a code outside the table. */
export function findErrorStatus(code: string): ErrorStatus | undefined {
  const status = STATUSES.get(code);
  return status === undefined ? undefined : { status, title: TITLES[status] };
}

/** Reason phrases of RFC 9110 §15, RFC 6585 and RFC 4918 §11.5 (507). */
const TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
} as const;

/** HTTP status of every error code of the libraries and the application. */
const STATUSES: ReadonlyMap<string, keyof typeof TITLES> = new Map([
  // Access
  ['token_required', 401],
  ['token_rejected', 401],
  ['access_token_refused', 401],
  ['client_authentication_failed', 401],
  ['login_failed', 401],
  ['login_invalid', 422],
  ['session_required', 401],
  ['cross_site_request', 403],
  ['password_change_required', 403],
  ['reauthentication_required', 403],
  ['self_unlock_refused', 403],
  ['password_link_invalid', 403],
  ['session_unknown', 404],
  ['grant_unknown', 404],
  ['scope_missing', 403],
  ['requester_not_permitted', 403],
  ['scope_not_held', 403],
  ['writes_not_allowed', 403],
  ['entry_hidden', 403],
  ['preview_invalid', 403],
  ['preview_expired', 403],
  ['type_read_only', 403],

  // Route and method
  ['invalid_request', 400],
  ['route_unknown', 404],
  ['bundle_unknown', 404],
  ['relationship_unknown', 404],
  ['entry_unknown', 404],
  ['file_name_missing', 400],
  ['method_not_allowed', 405],
  ['range_not_satisfiable', 416],
  ['login_throttled', 429],
  ['too_many_requests', 429],

  // Query
  ['explained_url_invalid', 400],
  ['invalid_parameter', 400],
  ['invalid_path', 400],
  ['invalid_filter_value', 400],
  ['invalid_include', 400],
  ['resource_version_unknown', 404],
  ['working_copy_unknown', 404],
  ['working_copy_conflict', 409],
  ['url_too_long', 414],
  ['page_size_exceeded', 400],
  ['document_too_large', 400],
  ['range_not_supported', 400],
  ['sort_not_supported', 400],

  // Headers
  ['header_too_long', 431],
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
  ['entry_id_releasing', 409],
  ['not_to_many', 409],
  ['body_too_large', 413],
  ['alias_taken', 422],
  ['idempotency_key_reused', 422],
  ['file_refused', 422],
  ['file_unusable', 422],
  ['invalid_field_value', 422],
  ['invalid_member', 422],
  ['unknown_field', 422],
  ['value_missing', 422],

  // Concurrency
  ['contended', 409],
  ['duplicate_request', 409],
  ['model_outdated', 409],
  ['schedule_outdated', 409],
  ['too_many_conflicts', 409],
  ['version_conflict', 409],

  // Management
  ['audit_cursor_invalid', 400],
  ['client_unknown', 404],
  ['field_unknown', 404],
  ['event_unknown', 404],
  ['cursor_expired', 410],
  ['cursor_reset', 409],
  ['events_disabled', 409],
  ['streams_exhausted', 503],
  ['streams_of_reader_exhausted', 429],
  ['upload_running', 409],
  ['uploads_exhausted', 503],
  ['job_unknown', 404],
  ['menu_unknown', 404],
  ['consumer_unknown', 404],
  ['role_unknown', 404],
  ['schedule_unknown', 404],
  ['entry_schedule_unknown', 404],
  ['deletion_unknown', 404],
  ['webhook_unknown', 404],
  ['attempt_unknown', 404],
  ['delivery_unknown', 404],
  ['user_unknown', 404],
  ['mail_not_configured', 422],
  ['mail_recipient_refused', 422],
  ['user_disabled', 409],
  ['bundle_exists', 409],
  ['bundle_in_use', 409],
  ['menu_in_use', 409],
  ['client_id_taken', 409],
  ['field_exists', 409],
  ['field_in_use', 409],
  ['bulk_action_not_undoable', 409],
  ['job_not_cancellable', 409],
  ['job_not_resumable', 409],
  ['job_running', 409],
  ['consumer_fixed', 409],
  ['consumer_in_use', 409],
  ['consumer_not_replayable', 409],
  ['purge_not_configured', 409],
  ['webhook_disabled', 409],
  ['webhook_limit_reached', 409],
  ['delivery_in_progress', 409],
  ['role_built_in', 409],
  ['role_in_use', 409],
  ['role_name_taken', 409],
  ['upgrade_running', 409],
  ['user_name_taken', 409],
  ['client_invalid', 422],
  ['cron_invalid', 422],
  ['webhook_invalid', 422],
  ['webhook_url_refused', 422],
  ['client_is_public', 422],
  ['no_site_package', 422],
  ['line_too_long', 422],
  ['invalid_definition', 422],
  ['invalid_value', 422],
  ['role_invalid', 422],
  ['setting_invalid', 422],
  ['setting_unknown', 422],
  ['user_invalid', 422],

  // Files
  ['mail_not_sent', 503],
  ['files_not_configured', 503],
  ['uploads_busy', 503],
  ['images_busy', 503],
  ['image_unreadable', 422],
  ['file_store_unavailable', 503],
  // Not 503: a program must not send the same body again by itself (RFC 4918 §11.5).
  ['file_store_full', 507],

  // Load
  ['body_too_slow', 408],
  ['quota_exceeded', 429],
  ['overloaded', 503],
  ['passwords_busy', 503],
  ['not_supported', 501],
  ['query_plan_unavailable', 501],
  ['query_timeout', 503],
  ['request_timeout', 503],
  ['storage_full', 503],
  ['search_index_incomplete', 503],
  ['store_busy', 503],
  ['store_unavailable', 503],
  ['unknown_outcome', 503],
]);

/** URI of the page that documents an error code, where one exists (JSON:API 1.1 «Error Objects», `links.type`). */
export function findErrorTypeUri(code: string): string | undefined {
  return ERROR_TYPE_URIS.get(code);
}

/** Problem types that IANA registers (https://www.iana.org/assignments/http-problem-types). */
const REGISTERED = 'https://iana.org/assignments/http-problem-types#';

const ERROR_TYPE_URIS: ReadonlyMap<string, string> = new Map([
  ['page_size_exceeded', `${CURSOR_PAGINATION}max-size-exceeded`],
  ['range_not_supported', `${CURSOR_PAGINATION}range-pagination-not-supported`],
  ['sort_not_supported', `${CURSOR_PAGINATION}unsupported-sort`],
  ['quota_exceeded', `${REGISTERED}quota-exceeded`],
  ['overloaded', `${REGISTERED}temporary-reduced-capacity`],
]);
