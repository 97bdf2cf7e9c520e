import { useQuery } from '@tanstack/react-query';
import { managementApi } from '../management-api/management-api.js';
import type { AuditEvent, List } from '../management-api/resources.js';

/** No delay after wrong passwords is longer (`libs/accounts/src/login-throttle.ts`). */
const LONGEST_DELAY_MS = 3_600_000;

/** The delays that belong to a name or to a browser of its user; those of a network or of sessions are not lifted by «Unlock». */
const LIMITS_OF_USERS = new Set<unknown>(['name', 'name_and_network', 'device']);

/**
 * The users who cannot try to sign in at this moment, after too many wrong passwords: by user id the RFC 3339 time until which. The
 * audit log tells it, of the last 100 delays; attempts from other networks or browsers may be allowed.
 */
export function useSignInDelays(): ReadonlyMap<string, string> {
  const { data } = useQuery({ queryKey: ['users', 'delays'], queryFn: findDelays });
  return data ?? new Map();
}

async function findDelays(): Promise<ReadonlyMap<string, string>> {
  const now = Date.now();
  const since = new Date(now - LONGEST_DELAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
  const [delayed, unlocked] = await Promise.all(
    ['login.throttled', 'user.unlocked'].map((action) => findEvents(action, since)),
  );
  const unlockedAt = new Map(
    (unlocked ?? []).map(({ subject, at }) => [subject?.id, at] as const).toReversed(),
  );
  const delays = new Map<string, string>();
  for (const { subject, at, details } of (delayed ?? []).toReversed()) {
    const until = Date.parse(at) + Number(details['retryAfterSeconds']) * 1000;
    const isLifted = subject !== null && (unlockedAt.get(subject.id) ?? '') >= at;
    if (subject === null || isLifted || !LIMITS_OF_USERS.has(details['limit']) || until <= now) continue;
    delays.set(subject.id, new Date(until).toISOString());
  }
  return delays;
}

/** The newest 100 events since a time, the newest first. */
async function findEvents(action: string, since: string): Promise<readonly AuditEvent[]> {
  const query = new URLSearchParams({ action, since, limit: '100' }).toString();
  return (await managementApi.get<List<AuditEvent>>(`/audit-log?${query}`)).body.items;
}
