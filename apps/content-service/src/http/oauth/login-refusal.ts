import {
  LoginFailed,
  LoginFieldTooLong,
  LoginThrottled,
  PasswordHashingOverloaded,
} from '@content-service/accounts';
import { OAuthError } from '@content-service/oauth-grants';
import type { FormRefusal } from './pages/page-sender.js';
import type { PageTexts } from '../../platform/texts/format-text.js';

/**
 * Converts an error to the message of the login form; `undefined` for errors that do not concern the form.
 *
 * A wrong password is 403 instead of 401, which requires a challenge that browsers answer with their own dialog (RFC
 * 9110 §15.5.2 and §15.5.4).
 */
export function findLoginRefusal(error: unknown, texts: PageTexts): FormRefusal | undefined {
  if (error instanceof LoginFailed) return { status: 403, message: texts.format('login.failed') };
  if (error instanceof LoginFieldTooLong) return { status: 422, message: error.message };
  if (error instanceof OAuthError && error.error === 'access_denied')
    return { status: 403, message: error.hint ?? error.message };
  if (error instanceof LoginThrottled)
    return toRetryLater(
      429,
      texts.format('login.throttled', { time: texts.formatDuration(error.retryAfterSeconds) }),
      error,
    );
  return error instanceof PasswordHashingOverloaded
    ? toRetryLater(503, texts.format('login.busy'), error)
    : undefined;
}

function toRetryLater(
  status: 429 | 503,
  message: string,
  { retryAfterSeconds }: LoginThrottled | PasswordHashingOverloaded,
): FormRefusal {
  return { status, message, retryAfterSeconds };
}
