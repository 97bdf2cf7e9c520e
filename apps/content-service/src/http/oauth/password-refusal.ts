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

/** The texts of the rules for passwords (`libs/accounts/src/password.ts`), by their format. */
const RULES: ReadonlyMap<unknown, TextName> = new Map([
  ['uncommon-password', 'password.common'],
  ['password-without-names', 'password.names'],
  ['other-password', 'password.same'],
]);

/** What is wrong with a value, in the language of the page where it has a text for it. */
function formatProblem({ message, meta = {} }: UserFieldInvalid, texts: PageTexts): string {
  const { minLength, format } = meta;
  const name = minLength === undefined ? RULES.get(format) : 'password.wrongLength';
  return name === undefined ? message : texts.format(name);
}

/** Converts an error to the message of the form; `undefined` for errors that do not concern the form. */
export function findPasswordRefusal(error: unknown, texts: PageTexts): FormRefusal | undefined {
  if (error instanceof LoginFailed) return { status: 403, message: texts.format('password.wrong') };
  const errors = error instanceof AggregateDomainError ? error.problems : [error];
  if (errors.every((problem) => problem instanceof UserFieldInvalid))
    return { status: 422, message: errors.map((problem) => formatProblem(problem, texts)).join(' ') };
  return findLoginRefusal(error, texts);
}
