import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type Role, Roles } from '@content-service/accounts';
import type { Initiator } from '@content-service/scopes';
import { Config } from '../config.js';
import { IfMatch } from './if-match.js';
import { By } from './initiator.js';
import { ManagesSite } from './manages.js';
import { ChangedRoleDto, NewRoleDto } from './role.dto.js';
import { sendJson, sendNothing } from './send.js';
import { Told } from './told.js';

/** What the tokens of users can hold at most. */
@Controller('manage/roles')
@ManagesSite()
export class RolesController {
  constructor(
    private readonly roles: Roles,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    sendJson(response, { items: (await this.roles.list()).map(roleResource), next: null });
  }

  @Post()
  async create(
    @Told(NewRoleDto) said: NewRoleDto,
    @By() by: Initiator,
    @Res() response: Response,
  ): Promise<void> {
    const role = await this.roles.create(said, by);
    response.setHeader('Location', `${this.config.baseUrl}/manage/roles/${role.name}`);
    send(response, role, 201);
  }

  @Get(':name')
  async get(@Param('name') name: string, @Res() response: Response): Promise<void> {
    send(response, await this.roles.get(name));
  }

  @Patch(':name')
  async update(
    @Param('name') name: string,
    @Told(ChangedRoleDto) said: ChangedRoleDto,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    send(response, await this.roles.update(name, said, by, version));
  }

  @Delete(':name')
  async delete(
    @Param('name') name: string,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    await this.roles.delete(name, by, version);
    sendNothing(response);
  }
}

function send(response: Response, role: Role, status: 200 | 201 = 200): void {
  sendJson(response, roleResource(role), { status, version: role.version });
}

function roleResource({ name, label, scopes, builtIn }: Role): object {
  return { name, label, scopes: scopes.toArray(), builtIn };
}
