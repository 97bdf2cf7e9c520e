import { Controller, Delete, Get, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Accounts, type ChangedUser, type User } from '@content-service/accounts';
import { formatDateTime } from '@content-service/kernel';
import { Revocations, TokenFamilies } from '@content-service/oauth-grants';
import type { Initiator } from '@content-service/scopes';
import { Config } from '../config.js';
import { IfMatch } from './if-match.js';
import { By } from './initiator.js';
import { ManagesSite } from './manages.js';
import { sendJson, sendNothing } from './send.js';
import { timeOrNull } from './time.js';
import { Told } from './told.js';
import { ChangedUserDto, NewUserDto } from './user.dto.js';
import { formatNameCursor, parseNameCursor } from './name-cursor.js';
import { windowOf } from './window.js';

/** The people who can sign in. */
@Controller('manage/users')
@ManagesSite()
export class UsersController {
  constructor(
    private readonly accounts: Accounts,
    private readonly families: TokenFamilies,
    private readonly revocations: Revocations,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit, cursor } = windowOf(request);
    const after = cursor === undefined ? undefined : parseNameCursor(cursor);
    const { users, next } = await this.accounts.list({ limit, after });
    sendJson(response, {
      items: await this.shown(users),
      next: next === undefined ? null : formatNameCursor(next),
    });
  }

  @Post()
  async create(
    @Told(NewUserDto) said: NewUserDto,
    @By() by: Initiator,
    @Res() response: Response,
  ): Promise<void> {
    const user = await this.accounts.create(said, by);
    response.setHeader('Location', `${this.config.baseUrl}/manage/users/${user.id}`);
    await this.send(response, user, 201);
  }

  @Get(':id')
  async get(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.send(response, await this.accounts.get(id));
  }

  @Patch(':id')
  async update(
    @Param('id') id: string,
    @Told(ChangedUserDto) said: ChangedUserDto,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const user = await this.settle(await this.accounts.update(id, said, by, version));
    await this.send(response, user);
  }

  @Delete(':id')
  async delete(
    @Param('id') id: string,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    await this.settle(await this.accounts.delete(id, by, version));
    sendNothing(response);
  }

  /** Whoever may not act any more has no tokens either, and whoever may do something else gets new ones. */
  private async settle({ user, tokensEnd, accessEnds }: ChangedUser): Promise<User> {
    if (tokensEnd) await this.families.revokeAllOf({ userId: user.id });
    else if (accessEnds) await this.revocations.revoke([{ subject: 'user', id: user.id }]);
    return user;
  }

  private async send(response: Response, user: User, status: 200 | 201 = 200): Promise<void> {
    const [shown = {}] = await this.shown([user]);
    sendJson(response, shown, { status, version: user.version });
  }

  private async shown(users: readonly User[]): Promise<readonly object[]> {
    const displayNames = await this.accounts.displayNames(users.map(({ id }) => id));
    return users.map(({ id, name, role, enabled, createdAt, lastLoginAt }) => ({
      id,
      name,
      displayName: displayNames.get(id) ?? name,
      role,
      enabled,
      createdAt: formatDateTime(createdAt),
      lastLoginAt: timeOrNull(lastLoginAt),
    }));
  }
}
