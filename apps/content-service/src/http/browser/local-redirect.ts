/** Base for resolving a path; never part of the result. */
const PLACEHOLDER_ORIGIN = 'http://here.invalid';

/** Control characters. Browsers remove some of them before they parse a URL (URL Standard, «URL parsing»). */
// oxlint-disable-next-line no-control-regex -- control characters are the subject
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Parses the destination of a browser after a form. Only paths of this service are accepted, which prevents redirects
 * from the login to a look-alike page (RFC 9700 §4.11). Text that would be unsafe after another percent-decoding is
 * refused too, since some proxies decode.
 *
 * @param text such as `/oauth/authorize?client_id=…`
 * @returns the path and query, in normal form; `undefined` when it leads, or could lead, to another origin
 */
export function parseLocalRedirect(text: string): string | undefined {
  if (CONTROL.test(text)) return undefined;
  const path = text.split(/[?#]/, 1)[0] ?? '';
  if (isExternal(path) || isExternal(decodePath(path))) return undefined;
  const url = URL.canParse(text, PLACEHOLDER_ORIGIN) ? new URL(text, PLACEHOLDER_ORIGIN) : undefined;
  if (url?.origin !== PLACEHOLDER_ORIGIN || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search;
}

/** For browsers a backslash is a slash. */
function isExternal(path: string): boolean {
  return !path.startsWith('/') || path.startsWith('//') || path.includes('\\') || CONTROL.test(path);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
