import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TokenRequired } from '@content-service/entries';
import { serializeErrorDocument } from '@content-service/jsonapi';
import { DomainError } from '@content-service/kernel';
import { AccessTokenRefused } from '@content-service/oauth-grants';
import { BearerMalformed } from '../access/access-guards.js';
import { prepareErrorResponse, sendDocument } from '../protocol/send.js';
import { setTokenRefusal } from '../protocol/token-refusal.js';
import type { TokenRefusal } from '../../platform/metrics/token-refusals.js';
import { getRequestId } from '../telemetry/request-log.js';
import { getTraceId } from '../../platform/tracing/trace-id.js';

/** Sends a thrown value as an error document (JSON:API 1.1 «Errors»). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { status, text } = serializeErrorDocument(thrown, getRequestId(request), getTraceId(request));
    if (prepareErrorResponse(response, thrown, status)) sendDocument(response, status, text);
  }
}

const UNAUTHORIZED_ERRORS = [TokenRequired, BearerMalformed, AccessTokenRefused];

/**
 * Challenge and public error of a missing or invalid token, for error bodies of any format.
 *
 * @param response keeps the reason for the metrics
 * @returns `undefined` for any other error
 */
export function toUnauthorized(
  thrown: unknown,
  response: Response,
): { readonly challenge: string; readonly shown: DomainError } | undefined {
  if (!(thrown instanceof DomainError) || !UNAUTHORIZED_ERRORS.some((Type) => thrown instanceof Type))
    return undefined;
  setTokenRefusal(response, findReason(thrown));
  return { challenge: formatChallenge(thrown.message), shown: new UndiagnosedRefusal() };
}

/** Sends 401 with the reason in `WWW-Authenticate` only; the error document is the same for all reasons (specification, «Errors»). */
@Catch(...UNAUTHORIZED_ERRORS)
export class UnauthorizedFilter implements ExceptionFilter<DomainError> {
  private readonly documents = new ErrorFilter();

  catch(error: DomainError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    setTokenRefusal(response, findReason(error));
    response.setHeader('WWW-Authenticate', formatChallenge(error.message));
    this.documents.catch(new UndiagnosedRefusal(), host);
  }
}

function findReason(error: DomainError): TokenRefusal {
  if (error instanceof TokenRequired) return 'bearer_missing';
  if (!(error instanceof AccessTokenRefused)) return 'bearer_malformed';
  const { reason } = error;
  return reason === 'unverified' || reason === 'revoked' ? `bearer_${reason}` : 'bearer_malformed';
}

/** The challenge for every scheme of the request. Descriptions contain no quotes or backslashes (RFC 6750 §3). */
function formatChallenge(description: string): string {
  return `Bearer realm="OAuth", error="access_denied", error_description="${description}"`;
}

class UndiagnosedRefusal extends DomainError {
  constructor() {
    super(
      'token_required',
      'This needs a valid access token; the WWW-Authenticate header says what is wrong.',
    );
  }
}
