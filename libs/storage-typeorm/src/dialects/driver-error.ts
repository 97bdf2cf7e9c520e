import { QueryFailedError } from 'typeorm';

/** What a driver says of an error: TypeORM wraps those of statements, not those of connecting. */
export function driverErrorOf(error: unknown): { readonly code: string; readonly fatal: boolean } {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (typeof cause !== 'object' || cause === null) return { code: '', fatal: false };
  return {
    code: 'code' in cause ? String(cause.code) : '',
    fatal: 'fatal' in cause && cause.fatal === true,
  };
}
