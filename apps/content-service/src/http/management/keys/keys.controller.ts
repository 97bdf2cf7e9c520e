import { Controller, Get, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { formatDateTime } from '@content-service/kernel';
import { KeyRing, type PublishedKey } from '@content-service/oauth-grants';
import type { ActorContext } from '@content-service/scopes';
import { CurrentActor } from '../protocol/request.decorators.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { sendJson } from '../../protocol/send.js';
import { formatNullableTime } from '../protocol/dto.js';
import { RequireRecentLogin } from '../protocol/recent-login.guard.js';

/** Signing keys of access tokens, without their private parts. */
@Controller('manage/keys')
@SiteManagementApi()
export class KeysController {
  constructor(private readonly keys: KeyRing) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    sendJson(response, { items: (await this.keys.list()).map(serializeKey), next: null });
  }

  /** Tokens signed with the previous key stay valid until they expire. */
  @Post()
  @RequireRecentLogin(true)
  async rotate(@CurrentActor() actorContext: ActorContext, @Res() response: Response): Promise<void> {
    await this.keys.rotate(actorContext);
    await this.list(response);
  }
}

function serializeKey({ kid, algorithm, state, createdAt, retiredAt, publicKey }: PublishedKey): object {
  return {
    kid,
    algorithm,
    state,
    createdAt: formatDateTime(createdAt),
    retiredAt: formatNullableTime(retiredAt),
    publicKey: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: algorithm },
  };
}
