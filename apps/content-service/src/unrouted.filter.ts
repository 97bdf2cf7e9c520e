import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '@content-service/kernel';
import { ErrorFilter } from './jsonapi/error.filter.js';
import { InvalidRequest, RouteUnknown, UrlTooLong } from './jsonapi/route.errors.js';
import { ProblemFilter } from './management/problem.filter.js';

/** Answers for whatever has no filter of its own: the JSON:API, and requests that went wrong before a route was found. */
@Catch()
export class UnroutedFilter implements ExceptionFilter {
  private readonly documents = new ErrorFilter();
  private readonly problems = new ProblemFilter();

  catch(thrown: unknown, host: ArgumentsHost): void {
    const error = ownErrorFor(thrown);
    const { path } = host.switchToHttp().getRequest<Request>();
    const isUnread = error instanceof InvalidRequest || error instanceof UrlTooLong;
    const isManagement = isUnread && path.startsWith('/manage/');
    (isManagement ? this.problems : this.documents).catch(error, host);
  }
}

/** Express refuses paths that are not percent-encoding, Nest those that no controller has; their errors carry a status. */
function ownErrorFor(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof DomainError || !('status' in thrown)) return thrown;
  if (thrown.status === 400) return new InvalidRequest(thrown);
  return thrown.status === 404 ? new RouteUnknown() : thrown;
}
