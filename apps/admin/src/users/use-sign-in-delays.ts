import { useQuery } from '@tanstack/react-query';
import { formatRfc3339 } from '../forms/format-date-time.js';
import { managementApi } from '../management-api/management-api.js';
import type { AuditEvent, List } from '../management-api/resources.js';

/** No delay after wrong passwords is longer (`libs/accounts/src/login-throttle.ts`). */
const LONGEST_DELAY_MS = 3_600_000;

/** The delays that belong to a name or to a browser of its user; those of a network or of sessions are not lifted by «Unlock». */
const LIMITS_OF_USERS = new Set<unknown>(['name', 'name_and_network', 'device']);

/** How often delays are looked up again, which end by themselves. */
const REFETCH_MS = 30_000;

/**
 * The users who cannot try to sign in at this moment, after too many wrong passwords: by user id the RFC 3339 time until which. The
 * audit log tells it, of the last 100 delays; attempts from other networks or browsers may be allowed.
 *
 * @param id of a user whose delays alone are looked up, so that those of others do not crowd them out
 */
export function useSignInDelays(id?: string): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['users', 'delays', id ?? ''],
    queryFn: () => findDelays(id),
    refetchInterval: REFETCH_MS,
  });
  return data ?? new Map();
}

async function findDelays(id: string | undefined): Promise<ReadonlyMap<string, string>> {
  const now = Date.now();
  const since = formatRfc3339(new Date(now - LONGEST_DELAY_MS));
  const subject: Record<string, string> = id === undefined ? {} : { subjectKind: 'user', subjectId: id };
  const find = async (action: string): Promise<readonly AuditEvent[]> => {
    const query = new URLSearchParams({ action, since, limit: '100', ...subject }).toString();
    return (await managementApi.get<List<AuditEvent>>(`/audit-log?${query}`)).body.items;
  };
  const [delayed, unlocked] = await Promise.all([find('login.throttled'), find('user.unlocked')]);
  const delays = new Map<string, number>();
  for (const { subject: user, at, details } of delayed) {
    const until = Date.parse(at) + Number(details['retryAfterSeconds']) * 1000;
    const isLifted = unlocked.some((event) => event.subject?.id === user?.id && event.at >= at);
    if (user === null || isLifted || !LIMITS_OF_USERS.has(details['limit']) || until <= now) continue;
    delays.set(user.id, Math.max(until, delays.get(user.id) ?? 0));
  }
  return new Map([...delays].map(([user, until]) => [user, new Date(until).toISOString()]));
}
