import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { PasswordsBusy } from '@content-service/accounts';
import { refusalOf } from '../access/unauthorized.filter.js';
import { MethodNotAllowed } from '../jsonapi/route.errors.js';
import { problemOf } from './problem.js';
import { sendProblem } from './send.js';

/** Answers whatever was thrown with problem details (RFC 9457). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const refusal = refusalOf(thrown);
    if (refusal !== undefined) response.setHeader('WWW-Authenticate', refusal.challenge);
    if (thrown instanceof MethodNotAllowed) response.setHeader('Allow', thrown.allow);
    if (thrown instanceof PasswordsBusy) response.setHeader('Retry-After', thrown.retryAfterSeconds);
    const problem = problemOf(refusal?.shown ?? thrown);
    // The request log writes it; the answer does not show it.
    if (problem.status >= 500 && thrown instanceof Error) response.err = thrown;
    sendProblem(response, problem);
  }
}
