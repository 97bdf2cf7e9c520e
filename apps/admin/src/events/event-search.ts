/** The search parameters of the events screen. */
export interface EventSearch {
  /** A type of events, such as `entry.published`. */
  readonly type?: string;
  /** The id of an entry or of another object. */
  readonly subject?: string;
  /** Its type, such as `node--article` or `client`. */
  readonly subjectType?: string;
}

export function parseEventSearch({
  type,
  subject,
  subjectType,
}: Readonly<Record<string, unknown>>): EventSearch {
  return {
    ...(isText(type) ? { type } : {}),
    ...(isText(subject) ? { subject } : {}),
    ...(isText(subjectType) ? { subjectType } : {}),
  };
}

/** The path and query of a search at the management API, newest first, such as `/events?order=newest&type=entry.deleted`. */
export function buildEventsPath({ type, subject, subjectType }: EventSearch): string {
  const given = Object.entries({ order: 'newest', type, subject, subjectType }).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return `/events?${new URLSearchParams(given).toString()}`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
