import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { formatColorSchemeAttribute } from '../../browser/color-scheme.js';
import { findPageTexts } from '../../browser/page-language.js';
import { SiteAppearance } from '../../browser/site-appearance.js';
import { buildPagePolicy, formatSiteStyle, type Page, type PageLayout, renderDocument } from './page.js';

/** Why a form was refused, for the answer; its page has the message. */
export interface FormRefusal {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** Sends pages and redirects. */
@Injectable()
export class PageSender {
  constructor(private readonly appearance: SiteAppearance) {}

  /** The path of the base URL, without a trailing slash. */
  get basePath(): string {
    return this.appearance.basePath;
  }

  get layout(): PageLayout {
    const { name: site, basePath } = this.appearance;
    const [logo, icon] = [this.appearance.findPicturePath('logo'), this.appearance.findPicturePath('icon')];
    return { site, basePath, logo, icon, style: formatSiteStyle(this.appearance.findShades()) };
  }

  /** Sends a page that must not be cached, framed or read by other origins. */
  send(response: Response, status: number, page: Page): void {
    const colorScheme = formatColorSchemeAttribute(response.req);
    const { layout } = this;
    const bytes = Buffer.from(renderDocument(findPageTexts(response.req), page, layout, colorScheme));
    response.removeHeader('Access-Control-Allow-Origin');
    response.removeHeader('Access-Control-Expose-Headers');
    response.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': bytes.length,
      'Content-Security-Policy': buildPagePolicy(page, layout.style),
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      ...NO_STORE,
    });
    response.end(bytes);
  }

  /** Sends a page with a form, which says why it was refused. @param refusal absent for a form that was not sent yet */
  sendForm(response: Response, page: Page, refusal?: FormRefusal): void {
    if (refusal?.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', refusal.retryAfterSeconds);
    this.send(response, refusal?.status ?? 200, page);
  }

  /**
   * Redirects, or names the next page to the script that has sent a form (`assets/pages.js`): scripts do not see where a redirect leads.
   *
   * @param path of this service, as returned by `parseLocalRedirect`
   */
  redirectLocal(response: Response, path: string, status: 302 | 303): void {
    const isForScript = response.req.get('X-Requested-With') === 'fetch';
    this.redirect(response, this.basePath + path, isForScript ? 204 : status);
  }

  /** @param location the complete URL */
  redirect(response: Response, location: string, status: 204 | 302 | 303 = 302): void {
    response.writeHead(status, { Location: location, 'Referrer-Policy': 'no-referrer', ...NO_STORE });
    response.end();
  }
}

/** Headers of responses that depend on the session or contain a code (RFC 6749 §4.1.2, RFC 9700 §4.3.2). */
const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
