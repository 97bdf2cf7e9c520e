import { once } from 'node:events';
import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { getOwn, DomainError } from '@content-service/kernel';
import type { Config } from '../../platform/config/config.js';

/** By the code of Node's error. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process does',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'the host cannot be found',
  EAI_AGAIN: 'the host cannot be found',
  EACCES: 'this user may not',
};

/** Where a listener is, and the variables that say so. */
interface Address {
  readonly what: string;
  readonly variables: readonly [host: string, port: string];
  readonly host: string;
  readonly port: number;
}

class CannotListen extends DomainError {
  constructor({ what, variables: [hostName, portName], host, port }: Address, cause: unknown) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
    const reason = getOwn(REASONS, code) ?? (code || String(cause));
    super('cannot_listen', `${what} cannot listen on ${hostName} ${host}, ${portName} ${port}: ${reason}.`, {
      cause,
    });
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
export function listenOn(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  return listenAt(server, { what: 'The service', variables: ['HOST', 'PORT'], host, port });
}

/** @throws CannotListen */
export function listenForMetrics(
  server: Server,
  { metricsHost: host, metricsPort: port = 0 }: Pick<Config, 'metricsHost' | 'metricsPort'>,
): Promise<void> {
  const variables = ['METRICS_HOST', 'METRICS_PORT'] as const;
  return listenAt(server, { what: 'The listener of metrics', variables, host, port });
}

async function listenAt(server: Server, address: Address): Promise<void> {
  try {
    await once(server.listen(address.port, address.host), 'listening');
  } catch (error) {
    throw new CannotListen(address, error);
  }
}
