import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PasswordLinkInvalid } from '@content-service/accounts';
import { parseMediaTypes } from '@content-service/jsonapi';
import { findPageTexts } from '../browser/page-language.js';
import { getRequestId } from '../telemetry/request-log.js';
import { prepareErrorResponse } from '../protocol/send.js';
import { OAuthErrorFilter, toOAuthError } from './error.filter.js';
import type { PageTexts, TextName } from '../../platform/texts/format-text.js';
import { renderErrorPage } from './pages/error.page.js';
import { PageSender } from './pages/page-sender.js';

/** Sends errors of the browser endpoints as a page, or as JSON to a client that does not accept HTML. */
@Catch()
export class PageErrorFilter implements ExceptionFilter {
  private readonly json = new OAuthErrorFilter();

  constructor(private readonly pages: PageSender) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!acceptsHtml(request)) {
      this.json.catch(thrown, host);
      return;
    }
    const { status, error } = toOAuthError(thrown);
    if (!prepareErrorResponse(response, thrown, status)) return;
    const texts = findPageTexts(request);
    const isLink = thrown instanceof PasswordLinkInvalid;
    const sentence = findSentence(thrown, status, texts) ?? error.hint ?? error.message;
    const title = texts.format(isLink ? 'passwordLink.invalid' : (TITLES.get(status) ?? 'error.title'));
    const shown = { title, sentence, error: error.error, request: getRequestId(request) };
    this.pages.send(response, status, renderErrorPage(texts, shown));
  }
}

/** The sentence of an error that is not that of the OAuth API. */
function findSentence(thrown: unknown, status: number, texts: PageTexts): string | undefined {
  if (status >= 500) return texts.format('error.internal');
  return thrown instanceof PasswordLinkInvalid ? texts.format('passwordLink.again') : undefined;
}

const TITLES: ReadonlyMap<number, TextName> = new Map([
  [401, 'error.title.401'],
  [403, 'error.title.403'],
  [429, 'error.title.429'],
  [500, 'error.title.500'],
  [503, 'error.title.503'],
]);

/** Whether Accept contains `text/html`, as sent by browsers; programs send a wildcard. */
function acceptsHtml({ headers: { accept } }: Request): boolean {
  return parseMediaTypes(accept ?? '').some(
    ({ name, parameters }) => name === 'text/html' && Number(parameters.get('q') ?? '1') !== 0,
  );
}
