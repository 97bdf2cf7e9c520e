import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { TokenRequired } from '@content-service/entries';
import { DomainError } from '@content-service/kernel';
import { AccessTokenRefused } from '@content-service/oauth-grants';
import { ErrorFilter } from '../jsonapi/error.filter.js';
import { BearerMalformed } from './bearer-token.js';

const REFUSALS = [TokenRequired, BearerMalformed, AccessTokenRefused];

/**
 * What is said to whoever lacks a good token, in another form of answer than an error document.
 *
 * @returns `undefined` when something else is wrong
 */
export function refusalOf(
  thrown: unknown,
): { readonly challenge: string; readonly shown: DomainError } | undefined {
  if (!(thrown instanceof DomainError) || !REFUSALS.some((Refusal) => thrown instanceof Refusal))
    return undefined;
  return { challenge: challenge(thrown.message), shown: new WithoutDiagnostic() };
}

/**
 * Answers requests that lack a good token: the reason stands in the challenge and nowhere else; the body is an error
 * document without it (specification, «Errors»).
 */
@Catch(...REFUSALS)
export class UnauthorizedFilter implements ExceptionFilter<DomainError> {
  private readonly documents = new ErrorFilter();

  catch(error: DomainError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.setHeader('WWW-Authenticate', challenge(error.message));
    this.documents.catch(new WithoutDiagnostic(), host);
  }
}

/** Always this form, whatever scheme the request used. The description has neither quotes nor backslashes (RFC 6750 §3). */
function challenge(description: string): string {
  return `Bearer realm="OAuth", error="access_denied", error_description="${description}"`;
}

class WithoutDiagnostic extends DomainError {
  constructor() {
    super(
      'token_required',
      'This needs a valid access token; the WWW-Authenticate header says what is wrong.',
    );
  }
}
