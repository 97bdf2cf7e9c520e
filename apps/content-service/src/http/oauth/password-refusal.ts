import { LoginFailed, UserFieldInvalid } from '@content-service/accounts';
import { AggregateDomainError } from '@content-service/kernel';
import type { PageTexts } from '../../platform/texts/format-text.js';
import { findLoginRefusal } from './login-refusal.js';
import type { FormRefusal } from './pages/page-sender.js';

/** @throws UserFieldInvalid when the new password of a form was typed in two ways */
export function assertRepeated(form: URLSearchParams, texts: PageTexts): void {
  if (form.get('repeated') !== (form.get('password') ?? ''))
    throw new UserFieldInvalid('/repeated', texts.format('password.differs'));
}

/** Converts an error to the message of the form; `undefined` for errors that do not concern the form. */
export function findPasswordRefusal(error: unknown, texts: PageTexts): FormRefusal | undefined {
  if (error instanceof LoginFailed) return { status: 403, message: texts.format('password.wrong') };
  const errors = error instanceof AggregateDomainError ? error.problems : [error];
  if (errors.every((problem) => problem instanceof UserFieldInvalid))
    return { status: 422, message: errors.map(({ message }) => message).join(' ') };
  return findLoginRefusal(error, texts);
}
