import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Nothing ever has it: the version of settings that nobody changed is 0. */
const NO_VERSION = -1;

/** The version a change is meant for, or `undefined` when any will do, as a parameter of a controller's method. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext) =>
  expectedVersion(context.switchToHttp().getRequest<Request>().headers['if-match']),
);

/**
 * What `If-Match` says (RFC 9110 §13.1.1, strong comparison). Of several versions the greatest, since they only rise.
 *
 * @returns -1 when none of the tags is one of ours
 */
export function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const versions = [...ifMatch.matchAll(/(W\/)?"(\d{1,15})"/g)].map(([, weak, version]) =>
    weak === undefined ? Number(version) : NO_VERSION,
  );
  return Math.max(NO_VERSION, ...versions);
}
