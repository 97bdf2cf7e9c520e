import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requestId } from '../../operations/request-log.js';
import { OAuthErrorFilter, toOAuthError } from '../error.filter.js';
import { errorPage } from './error.page.js';
import { PageSender } from './page-sender.js';

/** At addresses where people come with browsers an error is a page; for whoever does not ask for one it is JSON. */
@Catch()
export class PageErrorFilter implements ExceptionFilter {
  private readonly json = new OAuthErrorFilter();

  constructor(private readonly pages: PageSender) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!takesHtml(request)) {
      this.json.catch(thrown, host);
      return;
    }
    const { status, error } = toOAuthError(thrown);
    // The request log writes it; the page does not show it.
    if (status >= 500 && thrown instanceof Error) response.err = thrown;
    const sentence = status >= 500 ? AT_FAULT : (error.hint ?? error.message);
    const title = TITLES.get(status) ?? 'This cannot be done';
    const page = errorPage({ title, sentence, error: error.error, request: requestId(request) });
    this.pages.send(response, status, page);
  }
}

const AT_FAULT =
  'The service could not do this. Try again in a moment; if that does not help, tell whoever runs it the number of the request.';

const TITLES: ReadonlyMap<number, string> = new Map([
  [401, 'This application is not known'],
  [403, 'This is not allowed'],
  [429, 'Too many attempts'],
  [500, 'Something went wrong'],
  [503, 'The service is busy'],
]);

/** A browser names `text/html`; a program that takes anything is better served with JSON. */
function takesHtml({ headers: { accept } }: Request): boolean {
  return /\btext\/html\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept ?? '');
}
