import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PasswordLinkService, type User } from '@content-service/accounts';
import { UserLifecycle } from '@content-service/oauth-grants';
import { getClientIp } from '../access/access-guards.js';
import { PageRateLimitGuard } from '../access/rate-limit.guard.js';
import { BrowserSessionService } from '../browser/browser-session.service.js';
import { findPageTexts } from '../browser/page-language.js';
import { parseQuery } from '../protocol/parse-query.js';
import { assertCsrfToken } from './assert-csrf-token.js';
import { readFormBody } from './form-body.js';
import { PageErrorFilter } from './page-error.filter.js';
import { type FormRefusal, PageSender } from './pages/page-sender.js';
import { renderPasswordLinkPage } from './pages/password-link.page.js';
import { assertRepeated, findPasswordRefusal } from './password-refusal.js';

/** Where the browser goes after the password is set: the user is signed in then. */
const DESTINATION = '/admin';

/** The page of a link with which a user sets a password (`POST /manage/users/{id}/password-link`). */
@Controller('user/password-link')
@UseGuards(PageRateLimitGuard)
@UseFilters(PageErrorFilter)
export class PasswordLinkPageController {
  constructor(
    private readonly links: PasswordLinkService,
    private readonly lifecycle: UserLifecycle,
    private readonly browsers: BrowserSessionService,
    private readonly pages: PageSender,
  ) {}

  /** @throws PasswordLinkInvalid */
  @Get()
  async showForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const link = parseQuery(request).get('token') ?? '';
    this.sendForm(request, response, { link, user: await this.links.find(link) });
  }

  /** @throws PasswordLinkInvalid */
  @Post()
  async setPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readFormBody(request, response);
    assertCsrfToken(request, form, this.browsers);
    const texts = findPageTexts(request);
    const [link, password] = [form.get('link') ?? '', form.get('password') ?? ''];
    const user = await this.links.find(link);
    try {
      assertRepeated(form, texts);
      const changed = await this.lifecycle.setPasswordByLink(link, password, getClientIp(request));
      await this.browsers.start(request, response, changed);
      this.pages.redirectLocal(response, DESTINATION, 303);
    } catch (error) {
      const refusal = findPasswordRefusal(error, texts);
      if (refusal === undefined) throw error;
      this.sendForm(request, response, { link, user, refusal });
    }
  }

  private sendForm(request: Request, response: Response, { link, user, refusal }: FormState): void {
    const page = renderPasswordLinkPage(findPageTexts(request), {
      basePath: this.pages.basePath,
      token: this.browsers.getCsrfToken(request, response),
      link,
      name: user.name,
      fault: refusal?.message,
    });
    this.pages.sendForm(response, page, refusal);
  }
}

interface FormState {
  /** The token of the link. */
  readonly link: string;
  readonly user: User;
  readonly refusal?: FormRefusal;
}
