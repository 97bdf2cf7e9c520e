import { Controller, Get, Patch, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Initiator } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import { IfMatch } from './if-match.js';
import { By } from './initiator.js';
import { ManagesSite } from './manages.js';
import { sendJson } from './send.js';
import { CorsSettingsDto, JsonApiSettingsDto, OAuthSettingsDto } from './settings.dto.js';
import { CORS, JSON_API, OAUTH, type SettingsDocument } from './settings-document.js';
import { Told } from './told.js';

/** The settings of the site (specification: `API > JSON:API`, `API > CORS configuration`), in force at once. */
@Controller('manage/settings')
@ManagesSite()
export class SettingsController {
  constructor(private readonly settings: SiteSettingsService) {}

  @Get('jsonapi')
  jsonApi(@Res() response: Response): void {
    this.show(JSON_API, response);
  }

  @Patch('jsonapi')
  changeJsonApi(
    @Told(JsonApiSettingsDto) said: JsonApiSettingsDto,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.change(JSON_API, said, by, version, response);
  }

  @Get('cors')
  cors(@Res() response: Response): void {
    this.show(CORS, response);
  }

  @Patch('cors')
  changeCors(
    @Told(CorsSettingsDto) said: CorsSettingsDto,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.change(CORS, said, by, version, response);
  }

  @Get('oauth')
  oauth(@Res() response: Response): void {
    this.show(OAUTH, response);
  }

  @Patch('oauth')
  changeOAuth(
    @Told(OAuthSettingsDto) said: OAuthSettingsDto,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.change(OAUTH, said, by, version, response);
  }

  private show(document: SettingsDocument, response: Response): void {
    sendJson(response, document.show(this.settings.current()), { version: this.settings.version });
  }

  private async change(
    document: SettingsDocument,
    said: object,
    by: Initiator,
    version: number | undefined,
    response: Response,
  ): Promise<void> {
    await document.inItsWords(() => this.settings.change(document.toSettings(said), by, version));
    this.show(document, response);
  }
}
