import { Controller, Get, Patch, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AggregateDomainError, type VersionCondition } from '@content-service/kernel';
import type { ActorContext, Principal } from '@content-service/scopes';
import { MenuEditor } from '@content-service/site-jobs';
import { type Menu, SiteSettingsService } from '@content-service/site-settings';
import { CurrentPrincipal } from '../../access/access-guards.js';
import { sendJson } from '../../protocol/send.js';
import { JsonBody } from '../protocol/json-body.js';
import { MenuManagementApi } from '../protocol/management-guards.js';
import { CurrentActor, Flag, Precondition } from '../protocol/request.decorators.js';
import { MENUS } from './settings-document.js';

/** The menus of the site, a site setting with a scope of its own. */
@Controller('manage/settings/menus')
@MenuManagementApi()
export class MenusController {
  constructor(
    private readonly settings: SiteSettingsService,
    private readonly editor: MenuEditor,
  ) {}

  @Get()
  show(@Res() response: Response): void {
    sendJson(response, MENUS.serialize(this.settings.current()), { version: this.settings.version });
  }

  @Patch()
  async change(
    @JsonBody(MENUS.Dto, { findProblems: ({ given }) => MENUS.findProblems(given) })
    dto: object,
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() expectedVersion: VersionCondition | undefined,
    @Flag('force') force: boolean,
    @Res() response: Response,
  ): Promise<void> {
    AggregateDomainError.throwIfAny(MENUS.findProblems(dto));
    const { menus = this.settings.current().menus } = dto as { readonly menus?: readonly Menu[] };
    await this.editor.change(menus, { principal, actorContext, expectedVersion, force });
    this.show(response);
  }
}
