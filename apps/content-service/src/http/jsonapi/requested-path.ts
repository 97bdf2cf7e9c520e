/** A path that a client asks for. */
export interface RequestedPath {
  /** With a slash at its beginning. */
  readonly path: string;
  /** Query and fragment, such as `?a=b#c`; empty without. */
  readonly suffix: string;
}

/**
 * Parses what clients send as a path: `about`, `/about/`, `/about?page=2#top`, or with the path of BASE_URL before it.
 *
 * @param basePath the path of BASE_URL without a slash at its end, such as `/site`; empty without
 */
export function parseRequestedPath(text: string, basePath: string): RequestedPath {
  const end = text.search(/[?#]/);
  const [given, suffix] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  const path = given.startsWith('/') ? given : `/${given}`;
  const isBelowBase = basePath !== '' && `${path}/`.startsWith(`${basePath}/`);
  const relative = isBelowBase ? path.slice(basePath.length) || '/' : path;
  return { path: relative.length > 1 && relative.endsWith('/') ? relative.slice(0, -1) : relative, suffix };
}

/** The path percent-decoded once more, as clients encode segments before they encode the parameter; `undefined` when that changes nothing. */
export function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return decoded === path ? undefined : decoded;
  } catch {
    return undefined;
  }
}
