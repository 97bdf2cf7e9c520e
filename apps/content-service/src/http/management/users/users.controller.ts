import { Controller, Delete, Get, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  AccountAdministrationService,
  AccountService,
  CHANGED_USER_MEMBERS,
  NEW_USER_MEMBERS,
  requirePasswordChange,
  USER_MEMBERS,
  type User,
  type UserChangeRequest,
  type UserRequest,
} from '@content-service/accounts';
import { createErasureJob } from '@content-service/entries';
import { JobService } from '@content-service/jobs';
import { formatDateTime, pickMembers, type VersionCondition } from '@content-service/kernel';
import { UserLifecycle } from '@content-service/oauth-grants';
import type { ActorContext } from '@content-service/scopes';
import { Config } from '../../../platform/config/config.js';
import { type BodyRules, JsonBody } from '../protocol/json-body.js';
import { createChangeDto, createNewDto } from '../protocol/member-dto.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { formatNameCursor, parseNameCursor, parsePagination } from '../protocol/pagination.js';
import { RequireRecentLogin } from '../protocol/recent-login.guard.js';
import { CurrentActor, Flag, Precondition } from '../protocol/request.decorators.js';
import { sendJob } from '../protocol/send-job.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';
import { formatNullableTime } from '../protocol/dto.js';

const NewUserDto = createNewDto(NEW_USER_MEMBERS);
const ChangedUserDto = createChangeDto(CHANGED_USER_MEMBERS);

/** For bodies that create and that change a user. */
const RULES: BodyRules<UserChangeRequest> = {
  findProblems: ({ given }, resolve) => resolve(AccountAdministrationService).findProblems(given),
};

/** User accounts. */
@Controller('manage/users')
@SiteManagementApi()
export class UsersController {
  constructor(
    private readonly accounts: AccountService,
    private readonly administration: AccountAdministrationService,
    private readonly lifecycle: UserLifecycle,
    private readonly jobs: JobService,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit, cursor } = parsePagination(request);
    const after = cursor === undefined ? undefined : parseNameCursor(cursor);
    const { users, next } = await this.accounts.list({ limit, after });
    sendJson(response, {
      items: await this.serializeUsers(users),
      next: next === undefined ? null : formatNameCursor(next),
    });
  }

  @Post()
  @RequireRecentLogin(true)
  async create(
    @JsonBody(NewUserDto, RULES)
    dto: UserRequest,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const user = await this.lifecycle.create(requirePasswordChange(dto), actorContext);
    response.setHeader('Location', `${this.config.baseUrl}/manage/users/${user.id}`);
    await this.send(response, user, 201);
  }

  @Get(':id')
  async get(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.send(response, await this.accounts.get(id));
  }

  @Patch(':id')
  @RequireRecentLogin(true)
  async update(
    @Param('id') id: string,
    @JsonBody(ChangedUserDto, RULES)
    dto: UserChangeRequest,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const changes = requirePasswordChange(dto);
    const user = await this.lifecycle.update(id, changes, actorContext, condition);
    await this.send(response, user);
  }

  /** Resets the failed logins of a user, so that the next login is not delayed. */
  @Post(':id/unlock')
  @RequireRecentLogin(true)
  async unlock(
    @Param('id') id: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    await this.administration.unlock(id, actorContext);
    sendNoContent(response);
  }

  @Delete(':id')
  @RequireRecentLogin(true)
  async delete(
    @Param('id') id: string,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Flag('erase') erases: boolean,
    @Res() response: Response,
  ): Promise<void> {
    await this.lifecycle.delete(id, actorContext, { expectedVersion: condition, erases });
    if (erases) sendJob(response, await this.jobs.request(createErasureJob(id), actorContext), this.config);
    else sendNoContent(response);
  }

  private async send(response: Response, user: User, status: 200 | 201 = 200): Promise<void> {
    const [shown = {}] = await this.serializeUsers([user]);
    sendJson(response, shown, { status, version: user.version });
  }

  private async serializeUsers(users: readonly User[]): Promise<readonly object[]> {
    const displayNames = await this.accounts.findDisplayNames(users.map(({ id }) => id));
    return users.map(({ id, enabled, createdAt, lastLoginAt, passwordChangeRequired = false, ...user }) => ({
      id,
      ...pickMembers(USER_MEMBERS, { ...user, displayName: displayNames.get(id) ?? user.name }),
      enabled,
      passwordChangeRequired,
      createdAt: formatDateTime(createdAt),
      lastLoginAt: formatNullableTime(lastLoginAt),
    }));
  }
}
