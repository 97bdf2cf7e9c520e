import { LoginFailed, LoginThrottled, PasswordsBusy } from '@content-service/accounts';
import { OAuthError } from '@content-service/oauth-grants';

/** Why somebody was not signed in, when they can try again right away or later. */
export interface LoginRefusal {
  readonly status: 403 | 429 | 503;
  readonly sentence: string;
  readonly retryAfterSeconds?: number;
}

/**
 * What to say about an error with the form; `undefined` when the form has nothing to do with it.
 *
 * A wrong password is 403 and not 401: that would need a challenge that browsers answer by a dialog of their own (RFC
 * 9110 §15.5.2 and §15.5.4).
 */
export function loginRefusalOf(error: unknown): LoginRefusal | undefined {
  if (error instanceof LoginFailed) return { status: 403, sentence: error.message };
  if (error instanceof OAuthError && error.error === 'access_denied')
    return { status: 403, sentence: error.hint ?? error.message };
  if (error instanceof LoginThrottled) return later(429, error);
  return error instanceof PasswordsBusy ? later(503, error) : undefined;
}

function later(
  status: 429 | 503,
  { message, retryAfterSeconds }: LoginThrottled | PasswordsBusy,
): LoginRefusal {
  return { status, sentence: message, retryAfterSeconds };
}
