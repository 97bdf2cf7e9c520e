import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PasswordLinkService } from '@content-service/accounts';
import { formatDateTime, type MemberRules, type NewOf } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import { Config } from '../../../platform/config/config.js';
import { MAIL_ADDRESS } from '../../../platform/config/mail-address.js';
import { Mailer, MailNotConfigured } from '../../../platform/mail/mailer.js';
import { AccountLanguage } from '../../browser/account-language.js';
import { findPageTexts, getPageTexts } from '../../browser/page-language.js';
import { SiteAppearance } from '../../browser/site-appearance.js';
import { buildPasswordLinkPath } from '../../oauth/pages/page-paths.js';
import { sendJson } from '../../protocol/send.js';
import { JsonBody } from '../protocol/json-body.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { createNewDto } from '../protocol/member-dto.js';
import { RequireRecentLogin } from '../protocol/recent-login.guard.js';
import { CurrentActor } from '../protocol/request.decorators.js';

/** The members of the body that requests a link for a new password. */
export const PASSWORD_LINK_MEMBERS = {
  email: {
    type: 'string',
    maxLength: 254,
    checkedBy: 'body',
    pattern: MAIL_ADDRESS.source,
    mismatch: { message: 'email must be an address such as ada@example.com.', rule: { format: 'email' } },
    description:
      'Where the link is sent, in the language that the user chose, otherwise in that of the request. It is not stored. Absent: the link is not sent.',
    examples: ['ada@example.com'],
  },
} as const satisfies MemberRules;

const PasswordLinkDto = createNewDto(PASSWORD_LINK_MEMBERS);

/** Links with which users set a password: invitations, and for those who have forgotten theirs. */
@Controller('manage/users/:id/password-link')
@SiteManagementApi()
export class PasswordLinkController {
  constructor(
    private readonly links: PasswordLinkService,
    private readonly mailer: Mailer,
    private readonly appearance: SiteAppearance,
    private readonly languages: AccountLanguage,
    private readonly config: Config,
  ) {}

  @Post()
  @RequireRecentLogin(true)
  async create(
    @Param('id') id: string,
    @JsonBody(PasswordLinkDto) { email }: NewOf<typeof PASSWORD_LINK_MEMBERS>,
    @CurrentActor() actorContext: ActorContext,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (email !== undefined && !this.mailer.isConfigured) throw new MailNotConfigured();
    const { user, token, expiresAt } = await this.links.create(id, actorContext);
    const url = this.config.baseUrl + buildPasswordLinkPath(token);
    if (email !== undefined) {
      const language = await this.languages.find(user.id);
      const texts = language === undefined ? findPageTexts(request) : getPageTexts(language);
      const values = { site: this.appearance.name, name: user.name, url, time: texts.formatTime(expiresAt) };
      const [subject, text] = [
        texts.formatPlain('mail.subject', values),
        texts.formatPlain('mail.text', values),
      ];
      await this.mailer.send({ to: email, subject, text });
    }
    const canBeSent = this.mailer.isConfigured;
    sendJson(response, { url, expiresAt: formatDateTime(expiresAt), canBeSent }, { status: 201 });
  }
}
