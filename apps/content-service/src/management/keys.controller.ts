import { Controller, Get, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { formatDateTime } from '@content-service/kernel';
import { KeyRing, type PublishedKey } from '@content-service/oauth-grants';
import type { Initiator } from '@content-service/scopes';
import { By } from './initiator.js';
import { ManagesSite } from './manages.js';
import { sendJson } from './send.js';
import { timeOrNull } from './time.js';

/** The keys that access tokens are signed with; their private parts never leave the key ring. */
@Controller('manage/keys')
@ManagesSite()
export class KeysController {
  constructor(private readonly keys: KeyRing) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    sendJson(response, { items: (await this.keys.list()).map(keyResource), next: null });
  }

  /** Tokens that are out stay good until they expire. */
  @Post()
  async rotate(@By() by: Initiator, @Res() response: Response): Promise<void> {
    await this.keys.rotate(by);
    await this.list(response);
  }
}

function keyResource({ kid, algorithm, state, createdAt, retiredAt, publicKey }: PublishedKey): object {
  return {
    kid,
    algorithm,
    state,
    createdAt: formatDateTime(createdAt),
    retiredAt: timeOrNull(retiredAt),
    publicKey: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: algorithm },
  };
}
