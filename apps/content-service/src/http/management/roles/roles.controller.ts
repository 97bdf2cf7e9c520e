import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import { IsArray, IsString } from 'class-validator';
import type { Response } from 'express';
import { findRoleProblems, type Role, RoleService } from '@content-service/accounts';
import { RoleLifecycle } from '@content-service/oauth-grants';
import type { ActorContext } from '@content-service/scopes';
import type { VersionCondition } from '@content-service/kernel';
import { Config } from '../../../platform/config/config.js';
import { Optional } from '../protocol/dto.js';
import { JsonBody } from '../protocol/json-body.js';
import { RequireRecentLogin } from '../protocol/recent-login.guard.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { CurrentActor, Precondition } from '../protocol/request.decorators.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';

export class NewRoleDto {
  @IsString() readonly name: string;
  @IsString() readonly label: string;
  @IsArray() @IsString({ each: true }) readonly scopes: readonly string[];
}

export class ChangedRoleDto {
  @Optional() @IsString() readonly label?: string;
  @Optional() @IsArray() @IsString({ each: true }) readonly scopes?: readonly string[];
}

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
    @JsonBody(NewRoleDto, { findProblems: ({ given }) => findRoleProblems(given) }) dto: NewRoleDto,
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
    @JsonBody(ChangedRoleDto, { findProblems: ({ given }) => findRoleProblems(given) }) dto: ChangedRoleDto,
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
