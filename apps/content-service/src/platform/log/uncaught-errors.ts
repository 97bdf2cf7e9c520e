import type { Logger } from 'pino';
import { serializeError } from './log.js';

/**
 * Logs an error that no code has caught as `fatal`, and ends the process: it is not known what the error has left
 * undone (Node.js, «Warning: Using 'uncaughtException' correctly»). Unhandled rejections are such errors, too.
 *
 * @param stop begins the orderly end of the process with exit code 1
 * @returns a function that ends the handling
 */
export function endOnUncaughtErrors(log: Logger, stop: () => void): () => void {
  // Without a listener of `unhandledRejection`, Node raises rejections as `uncaughtException`.
  const handle = (error: Error, origin: NodeJS.UncaughtExceptionOrigin): void => {
    log.fatal({ context: 'serve', origin, error: serializeError(error) }, 'An error was not caught.');
    stop();
  };
  process.on('uncaughtException', handle);
  return () => process.off('uncaughtException', handle);
}
