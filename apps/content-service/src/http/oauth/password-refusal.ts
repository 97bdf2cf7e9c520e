import { LoginFailed, UserFieldInvalid } from '@content-service/accounts';
import { AggregateDomainError } from '@content-service/kernel';
import type { PageTexts, TextName } from '../../platform/texts/format-text.js';
import { findLoginRefusal } from './login-refusal.js';
import type { FormRefusal } from './pages/page-sender.js';

/** @throws UserFieldInvalid when the new password of a form was typed in two ways */
export function assertRepeated(form: URLSearchParams, texts: PageTexts): void {
  if (form.get('repeated') !== (form.get('password') ?? ''))
    throw new UserFieldInvalid('/repeated', texts.format('password.differs'));
}

/** The texts for the rules of a new password. */
const RULES: Readonly<Record<string, TextName>> = {
  'uncommon-password': 'password.common',
  'password-without-names': 'password.names',
  'other-password': 'password.same',
};

/** A fault of a new password for the user; a rule without a text of its own is told as programs are told it. */
function formatFault({ message, meta }: UserFieldInvalid, texts: PageTexts): string {
  const { format, minLength, maxLength } = meta ?? {};
  if (typeof minLength === 'number' && typeof maxLength === 'number')
    return texts.format('password.bounds', { minimum: String(minLength), maximum: String(maxLength) });
  const text = typeof format === 'string' && Object.hasOwn(RULES, format) ? RULES[format] : undefined;
  return text === undefined ? message : texts.format(text);
}

/** Converts an error to the message of the form; `undefined` for errors that do not concern the form. */
export function findPasswordRefusal(error: unknown, texts: PageTexts): FormRefusal | undefined {
  if (error instanceof LoginFailed) return { status: 403, message: texts.format('password.wrong') };
  const errors = error instanceof AggregateDomainError ? error.problems : [error];
  if (errors.every((problem) => problem instanceof UserFieldInvalid))
    return { status: 422, message: errors.map((problem) => formatFault(problem, texts)).join(' ') };
  return findLoginRefusal(error, texts);
}
