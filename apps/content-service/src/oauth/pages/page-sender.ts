import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../../config.js';
import { type Frame, type Page, pageDocument, pagePolicy } from './page.js';

/** Sends pages, and browsers from one to another. */
@Injectable()
export class PageSender {
  readonly frame: Frame;

  constructor({ baseUrl }: Config) {
    const { host, pathname } = new URL(baseUrl);
    this.frame = { site: host, basePath: pathname === '/' ? '' : pathname };
  }

  /** Ends an answer with a page, which nobody may keep, frame or read from elsewhere. */
  send(response: Response, status: number, page: Page): void {
    const bytes = Buffer.from(pageDocument(page, this.frame));
    response.removeHeader('Access-Control-Allow-Origin');
    response.removeHeader('Access-Control-Expose-Headers');
    response.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': bytes.length,
      'Content-Security-Policy': pagePolicy(page),
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      ...NEVER_KEPT,
    });
    response.end(bytes);
  }

  /** @param path of this service, as `parseDestination` gives it */
  leadTo(response: Response, path: string, status: 302 | 303): void {
    this.leadAway(response, this.frame.basePath + path, status);
  }

  /** @param location the whole address */
  leadAway(response: Response, location: string, status: 302 | 303 = 302): void {
    response.writeHead(status, { Location: location, 'Referrer-Policy': 'no-referrer', ...NEVER_KEPT });
    response.end();
  }
}

/** Answers that depend on who is signed in, or hold a code (RFC 6749 §4.1.2, RFC 9700 §4.3.2). */
const NEVER_KEPT = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
