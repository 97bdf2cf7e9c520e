import { QueryFailedError } from 'typeorm';

/** What a driver says of an error: TypeORM wraps those of statements, not those of connecting. */
export function driverErrorOf(error: unknown): {
  readonly code: string;
  readonly message: string;
  readonly fatal: boolean;
} {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (typeof cause !== 'object' || cause === null) return { code: '', message: '', fatal: false };
  return {
    code: 'code' in cause ? String(cause.code) : '',
    message: 'message' in cause ? String(cause.message) : '',
    fatal: 'fatal' in cause && cause.fatal === true,
  };
}
