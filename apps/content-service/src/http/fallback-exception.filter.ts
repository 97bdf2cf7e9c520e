import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '@content-service/kernel';
import { findPageTexts } from './browser/page-language.js';
import { ErrorFilter } from './content-api/error.filter.js';
import { HeaderTooLong, InvalidRequest, RouteNotFound, UrlTooLong } from './protocol/http.errors.js';
import { prefersHtml } from './protocol/prefers-html.js';
import { LoadRefusal } from '../platform/load/load.errors.js';
import { ProblemFilter } from './management/protocol/problem.filter.js';
import { OAuthErrorFilter } from './oauth/error.filter.js';
import { renderNotFoundPage } from './oauth/pages/not-found.page.js';
import type { PageSender } from './oauth/pages/page-sender.js';

/**
 * Global filter: errors of the JSON:API, errors before routing in the format of the path's interface, and a page for a
 * browser that opens a path outside of these interfaces which does not exist.
 */
@Catch()
export class FallbackExceptionFilter implements ExceptionFilter {
  private readonly documents = new ErrorFilter();
  private readonly problems = new ProblemFilter();
  private readonly oauth = new OAuthErrorFilter();

  /** @param prefix of the JSON:API, such as `/api` */
  constructor(
    private readonly prefix: string,
    private readonly pages: PageSender,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const error = toDomainError(thrown);
    const request = host.switchToHttp().getRequest<Request>();
    const { path } = request;
    if (error instanceof LoadRefusal) (this.getFilter(path) ?? this.problems).catch(error, host);
    else if (isRefusedBeforeRouting(error)) (this.getFilter(path) ?? this.documents).catch(error, host);
    else if (error instanceof RouteNotFound && this.getFilter(path) === undefined && prefersHtml(request))
      this.sendNotFoundPage(path, host);
    else (SESSION_PATHS.test(path) ? this.problems : this.documents).catch(error, host);
  }

  private sendNotFoundPage(path: string, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const texts = findPageTexts(http.getRequest<Request>());
    const { basePath } = this.pages;
    const page = renderNotFoundPage(texts, { basePath, path });
    this.pages.send(http.getResponse<Response>(), 404, page);
  }

  /** The filter of the interface that a path belongs to: error document, OAuth error or problem details. */
  private getFilter(path: string): ExceptionFilter | undefined {
    if (path === this.prefix || path.startsWith(`${this.prefix}/`) || CONTENT_PATHS.test(path))
      return this.documents;
    if (PROBLEM_PATHS.test(path)) return this.problems;
    return OAUTH_CLIENTS.test(path) ? this.oauth : undefined;
  }
}

function isRefusedBeforeRouting(error: unknown): boolean {
  return error instanceof InvalidRequest || error instanceof UrlTooLong || error instanceof HeaderTooLong;
}

/** Paths of the content interface outside of the prefix. Express ignores case. */
const CONTENT_PATHS = /^\/(router\/|subrequests\/?$)/i;

/** Paths of browser sessions, called by scripts. Express ignores case. */
const SESSION_PATHS = /^\/session(\/|$)/i;

/** Paths whose errors are problem details. */
const PROBLEM_PATHS = /^\/(manage\/|session(\/|$))/i;

/** Paths whose errors have the format of RFC 6749 §5.2; pages use it only before routing. */
const OAUTH_CLIENTS = /^\/(oauth\/[a-z]+|user\/log(in|out))\/?$/;

/** Converts errors with a status: 400 by Express for invalid percent-encoding, 404 by Nest for an unknown path. */
function toDomainError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof DomainError || !('status' in thrown)) return thrown;
  if (thrown.status === 400) return new InvalidRequest(thrown);
  return thrown.status === 404 ? new RouteNotFound() : thrown;
}
