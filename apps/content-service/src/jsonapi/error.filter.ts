import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errorDocument } from '@content-service/jsonapi';
import { requestId } from '../operations/request-log.js';
import { MethodNotAllowed } from './route.errors.js';
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
    const { status, text } = errorDocument(thrown, requestId(request));
    // The request log writes it; the document does not show it.
    if (status >= 500 && thrown instanceof Error) response.err = thrown;
    if (thrown instanceof MethodNotAllowed) response.setHeader('Allow', thrown.allow);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.vary('Accept, Authorization');
    send(response, status, text);
  }
}
