import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { prepareErrorResponse, sendProblem } from '../../protocol/send.js';
import { toUnauthorized } from '../../content-api/error.filter.js';
import { getTraceId } from '../../../platform/tracing/trace-id.js';
import { toProblem } from './problem.js';

/** Converts every exception to problem details (RFC 9457). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const unauthorized = toUnauthorized(thrown, response);
    const problem = toProblem(unauthorized?.shown ?? thrown);
    const trace = getTraceId(http.getRequest<Request>());
    if (!prepareErrorResponse(response, thrown, problem.status)) return;
    if (unauthorized !== undefined) response.setHeader('WWW-Authenticate', unauthorized.challenge);
    sendProblem(response, trace === undefined ? problem : { ...problem, trace });
  }
}
