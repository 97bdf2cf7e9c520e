/** So many causes are named. */
const DEPTH_MAXIMUM = 5;

/**
 * The messages of an error and of its causes with their codes, without repetitions, for people who look for the reason.
 *
 * @example formatCauses(error) // 'Database failed to open: IO error: lock data/LOCK: already held by process (LEVEL_LOCKED)'
 */
export function formatCauses(error: unknown): string {
  const parts: string[] = [];
  let at = error;
  for (let depth = 0; depth < DEPTH_MAXIMUM && at !== undefined && at !== null; depth += 1) {
    const part = formatOne(at);
    if (part !== '' && !parts.some((known) => known.includes(part))) parts.push(part);
    at = at instanceof Error ? at.cause : undefined;
  }
  return parts.join(': ');
}

function formatOne(error: unknown): string {
  const { message, code } = toMembers(error);
  if (code === '' || message.includes(code)) return message;
  return message === '' ? code : `${message} (${code})`;
}

/** Drivers of databases and adapters throw objects of many kinds, also such as are no errors. */
function toMembers(error: unknown): { readonly message: string; readonly code: string } {
  if (typeof error !== 'object' || error === null) return { message: String(error), code: '' };
  const { message, code, errors } = error as Readonly<Record<'message' | 'code' | 'errors', unknown>>;
  const text = typeof message === 'string' ? message : '';
  // Several addresses of a host that cannot be reached make an error without a message of its own.
  const several =
    text === '' && Array.isArray(errors) ? [...new Set(errors.map(formatOne))].join(', ') : text;
  return { message: several, code: typeof code === 'string' || typeof code === 'number' ? String(code) : '' };
}
