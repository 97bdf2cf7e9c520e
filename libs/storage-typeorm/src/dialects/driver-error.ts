import { QueryFailedError } from 'typeorm';
import type { DriverFault } from './dialect.js';

/** Codes of Node and of the pools (`pool-limits.ts`), whichever server is talked to. */
export const NETWORK_FAULTS: Readonly<Record<string, DriverFault>> = {
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  POOL_BUSY: 'busy',
};

/** The driver's own error: TypeORM wraps errors of statements, but not errors of connections. */
export function getDriverError(error: unknown): {
  readonly code: string;
  /** The number of a server's error; 0 when there is none. */
  readonly errno: number;
  readonly message: string;
  readonly fatal: boolean;
  /** The system call that failed, such as `connect` or `read`; empty when none did. */
  readonly syscall: string;
} {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (typeof cause !== 'object' || cause === null)
    return { code: '', errno: 0, message: '', fatal: false, syscall: '' };
  return {
    code: 'code' in cause ? String(cause.code) : '',
    errno: 'errno' in cause ? Number(cause.errno) : 0,
    message: 'message' in cause ? String(cause.message) : '',
    fatal: 'fatal' in cause && cause.fatal === true,
    syscall: 'syscall' in cause ? String(cause.syscall) : '',
  };
}
