import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  CHANGED_ROLE_MEMBERS,
  findRoleProblems,
  NEW_ROLE_MEMBERS,
  type Role,
  type RoleChange,
  type RoleDraft,
  RoleService,
} from '@content-service/accounts';
import { RoleLifecycle } from '@content-service/oauth-grants';
import type { ActorContext } from '@content-service/scopes';
import type { VersionCondition } from '@content-service/kernel';
import { Config } from '../../../platform/config/config.js';
import { JsonBody } from '../protocol/json-body.js';
import { createChangeDto, createNewDto } from '../protocol/member-dto.js';
import { RequireRecentLogin } from '../protocol/recent-login.guard.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { CurrentActor, Precondition } from '../protocol/request.decorators.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';

const NewRoleDto = createNewDto(NEW_ROLE_MEMBERS);
const ChangedRoleDto = createChangeDto(CHANGED_ROLE_MEMBERS);

/** Roles: the scopes that tokens of their users can have at most. */
@Controller('manage/roles')
@SiteManagementApi()
export class RolesController {
  constructor(
    private readonly roles: RoleService,
    private readonly lifecycle: RoleLifecycle,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    sendJson(response, { items: (await this.roles.list()).map(serializeRole), next: null });
  }

  @Post()
  @RequireRecentLogin(true)
  async create(
    @JsonBody(NewRoleDto, { findProblems: ({ given }) => findRoleProblems(given) }) dto: RoleDraft,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const role = await this.roles.create(dto, actorContext);
    response.setHeader('Location', `${this.config.baseUrl}/manage/roles/${role.name}`);
    send(response, role, 201);
  }

  @Get(':name')
  async get(@Param('name') name: string, @Res() response: Response): Promise<void> {
    send(response, await this.roles.get(name));
  }

  @Patch(':name')
  @RequireRecentLogin(true)
  async update(
    @Param('name') name: string,
    @JsonBody(ChangedRoleDto, { findProblems: ({ given }) => findRoleProblems(given) }) dto: RoleChange,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    send(response, await this.lifecycle.update(name, dto, actorContext, condition));
  }

  @Delete(':name')
  @RequireRecentLogin(true)
  async delete(
    @Param('name') name: string,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    await this.roles.delete(name, actorContext, condition);
    sendNoContent(response);
  }
}

function send(response: Response, role: Role, status: 200 | 201 = 200): void {
  sendJson(response, serializeRole(role), { status, version: role.version });
}

function serializeRole({ name, label, scopes, builtIn }: Role): object {
  return { name, label, scopes: scopes.toArray(), builtIn };
}
