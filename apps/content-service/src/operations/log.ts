import type { LoggerService } from '@nestjs/common';
import { destination, type Logger, pino } from 'pino';

/** @param stream `out` for a service, whose log is its output; `error` for commands, which print their result to the other */
export function createLog(level: string, stream: 'out' | 'error'): Logger {
  return pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ fd: stream === 'out' ? 1 : 2, sync: stream === 'error' }),
  );
}

/** Parts of Nest that tell at every start which modules and routes there are. */
const CHATTY = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Nest's messages, and those of everybody who uses its `Logger`, in the same log. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    const level = CHATTY.has(context ?? '') ? 'debug' : 'info';
    this.logger[level]({ context }, text(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, text(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, text(message));
  }

  fatal(message: unknown, context?: string): void {
    this.logger.fatal({ context }, text(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, text(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, text(message));
  }
}

function text(message: unknown): string {
  if (message instanceof Error) return message.stack ?? message.message;
  return typeof message === 'string' ? message : JSON.stringify(message);
}
