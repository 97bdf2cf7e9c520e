import { once } from 'node:events';
import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { DomainError } from '@content-service/kernel';
import type { Config } from '../config/config.js';

/** By the code of Node's error. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process does',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'the host cannot be found',
  EAI_AGAIN: 'the host cannot be found',
  EACCES: 'this user may not',
};

class CannotListen extends DomainError {
  constructor({ host, port }: Config, cause: unknown) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
    const reason = REASONS[code] ?? (code || String(cause));
    super('cannot_listen', `The service cannot listen on HOST ${host}, PORT ${port}: ${reason}.`, { cause });
  }
}

/**
 * Starts to accept connections. Nest's own `listen` would log Node's error in addition.
 *
 * @throws CannotListen
 */
export async function listen(app: INestApplication<Server>, config: Config): Promise<void> {
  await app.init();
  await listenOn(app.getHttpServer(), config);
}

/** @throws CannotListen */
export async function listenOn(server: Server, config: Config): Promise<void> {
  try {
    await once(server.listen(config.port, config.host), 'listening');
  } catch (error) {
    throw new CannotListen(config, error);
  }
}
