import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errorDocument } from '@content-service/jsonapi';
import { DomainError } from '@content-service/kernel';
import { requestId } from '../operations/request-log.js';
import { InvalidRequest, MethodNotAllowed, RouteUnknown } from './route.errors.js';
import { send } from './send.js';

/** Turns whatever was thrown into an error document (JSON:API 1.1 «Errors»). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const error = ownErrorFor(thrown);
    const { status, text } = errorDocument(error, requestId(request));
    // The request log writes it; the document does not show it.
    if (status >= 500 && error instanceof Error) response.err = error;
    if (error instanceof MethodNotAllowed) response.setHeader('Allow', error.allow);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.vary('Accept, Authorization');
    send(response, status, text);
  }
}

/** Express refuses paths that are not percent-encoding, Nest those that no controller has; their errors carry a status. */
function ownErrorFor(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof DomainError || !('status' in thrown)) return thrown;
  if (thrown.status === 400) return new InvalidRequest(thrown);
  return thrown.status === 404 ? new RouteUnknown() : thrown;
}
