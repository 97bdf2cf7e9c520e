import type { Request } from 'express';
import type { AuditSelection } from '@content-service/audit';
import { InvalidParameter } from '@content-service/jsonapi';
import { secondsOfDateTime } from '@content-service/kernel';
import { queryOf } from '../browser/query-of.js';

/**
 * Which events a request asks for.
 *
 * @throws InvalidParameter
 */
export function auditSelectionOf(request: Request): AuditSelection {
  const query = queryOf(request);
  const given = (name: string): string | undefined => query.get(name) ?? undefined;
  const [kind, id] = [given('subjectKind'), given('subjectId')];
  if ((kind === undefined) !== (id === undefined))
    throw new InvalidParameter('subjectId', 'subjectKind and subjectId are given together or not at all.');
  return {
    action: given('action'),
    actor: given('actor'),
    ...(kind === undefined || id === undefined ? {} : { subject: { kind, id } }),
    since: secondsIn('since', given('since')),
    until: secondsIn('until', given('until')),
  };
}

function secondsIn(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  // In a query a plus is a space, and who writes an address by hand forgets that.
  const seconds = secondsOfDateTime(text.replace(' ', '+'));
  if (seconds !== undefined) return seconds;
  throw new InvalidParameter(name, `${name} must be a moment such as 2024-01-31T12:00:00Z, got '${text}'.`);
}
