import { Controller, Get, Patch, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { ActorContext } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import type { VersionCondition } from '@content-service/kernel';
import { RequireRecentLogin } from '../protocol/recent-login.guard.js';
import { CurrentActor, Precondition } from '../protocol/request.decorators.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { sendJson } from '../../protocol/send.js';
import {
  CONTENT,
  CORS,
  JSON_API,
  OAUTH,
  RATE_LIMITS,
  type SettingsDocument,
  SITE,
} from './settings-document.js';
import { JsonBody } from '../protocol/json-body.js';

/** Injects the settings of the document that a body changes. */
const SettingsBody = (document: SettingsDocument): ParameterDecorator =>
  JsonBody(document.Dto, { findProblems: ({ given }) => document.findProblems(given) });

/** Site settings (specification: `API > JSON:API`, `API > CORS configuration`); changes take effect at once. */
@Controller('manage/settings')
@SiteManagementApi()
export class SettingsController {
  constructor(private readonly settings: SiteSettingsService) {}

  @Get('jsonapi')
  jsonApi(@Res() response: Response): void {
    this.show(JSON_API, response);
  }

  @Patch('jsonapi')
  @RequireRecentLogin(true)
  changeJsonApi(
    @SettingsBody(JSON_API)
    dto: object,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.change(JSON_API, dto, actorContext, condition, response);
  }

  @Get('content')
  content(@Res() response: Response): void {
    this.show(CONTENT, response);
  }

  @Patch('content')
  @RequireRecentLogin(true)
  changeContent(
    @SettingsBody(CONTENT)
    dto: object,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.change(CONTENT, dto, actorContext, condition, response);
  }

  @Get('site')
  site(@Res() response: Response): void {
    this.show(SITE, response);
  }

  @Patch('site')
  @RequireRecentLogin(true)
  changeSite(
    @SettingsBody(SITE)
    dto: object,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.change(SITE, dto, actorContext, condition, response);
  }

  @Get('cors')
  cors(@Res() response: Response): void {
    this.show(CORS, response);
  }

  @Patch('cors')
  @RequireRecentLogin(true)
  changeCors(
    @SettingsBody(CORS)
    dto: object,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.change(CORS, dto, actorContext, condition, response);
  }

  @Get('oauth')
  oauth(@Res() response: Response): void {
    this.show(OAUTH, response);
  }

  @Patch('oauth')
  @RequireRecentLogin(true)
  changeOAuth(
    @SettingsBody(OAUTH)
    dto: object,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.change(OAUTH, dto, actorContext, condition, response);
  }

  @Get('rate-limits')
  rateLimits(@Res() response: Response): void {
    this.show(RATE_LIMITS, response);
  }

  @Patch('rate-limits')
  @RequireRecentLogin(true)
  changeRateLimits(
    @SettingsBody(RATE_LIMITS)
    dto: object,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.change(RATE_LIMITS, dto, actorContext, condition, response);
  }

  private show(document: SettingsDocument, response: Response): void {
    sendJson(response, document.serialize(this.settings.current()), { version: this.settings.version });
  }

  private async change(
    document: SettingsDocument,
    dto: object,
    actorContext: ActorContext,
    condition: VersionCondition | undefined,
    response: Response,
  ): Promise<void> {
    await document.withMemberNames(() =>
      this.settings.change(document.toSettingChanges(dto), actorContext, condition),
    );
    this.show(document, response);
  }
}
