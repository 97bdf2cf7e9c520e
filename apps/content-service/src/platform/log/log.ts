import type { LoggerService } from '@nestjs/common';
import { destination, type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { DomainError } from '@content-service/kernel';
import { Failure, OutageLog } from './outage-log.js';
import { redactSecrets } from './redact-secrets.js';

/**
 * Creates the log. Its lines have names and numbers only; that members named like secrets are redacted is a second
 * protection.
 *
 * @param stream `out` for the service; `error` for commands, whose results go to standard output
 */
export function createLog(level: string, stream: 'out' | 'error'): Logger {
  return createLogTo(level, destination({ fd: stream === 'out' ? 1 : 2, sync: stream === 'error' }));
}

export function createLogTo(level: string, stream: DestinationStream): Logger {
  // Not by pino's option `redact`: its paths with wildcards take 130 µs for a line of a request, this less than 1 µs.
  const formatters = { log: (line: object) => redactSecrets(line) as Record<string, unknown> };
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime, formatters }, stream);
}

/** Parts of Nest that log every module and route at the start. */
const SUPPRESSED_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Writes the messages of Nest and of its `Logger` to the same log. */
export class NestLog implements LoggerService {
  constructor(
    private readonly logger: Logger,
    private readonly outage = new OutageLog(logger),
  ) {}

  log(message: unknown, context?: string): void {
    const level = SUPPRESSED_CONTEXTS.has(context ?? '') ? 'debug' : 'info';
    this.logger[level]({ context }, formatMessage(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger[this.isOfOutage(message) ? 'debug' : 'warn']({ context }, formatMessage(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    // Nest logs why the application cannot be created and throws it as well. What a sentence says is printed by the command.
    if (message instanceof DomainError && [stack, context].includes('ExceptionHandler')) return;
    this.logger[this.isOfOutage(message) ? 'debug' : 'error']({ context, stack }, formatMessage(message));
  }

  fatal(message: unknown, context?: string): void {
    this.logger.fatal({ context }, formatMessage(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, formatMessage(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, formatMessage(message));
  }

  private isOfOutage(message: unknown): boolean {
    return message instanceof Failure && this.outage.noteError(message.error);
  }
}

function formatMessage(message: unknown): string {
  if (message instanceof Error) return message.stack ?? message.message;
  return typeof message === 'string' || message instanceof Failure
    ? String(message)
    : JSON.stringify(redactSecrets(message));
}

/** Logs only the standard members of errors, since drivers add statement parameters, which contain content. */
export function serializeError(error: Error): object {
  return { type: error.name, message: error.message, stack: error.stack };
}
