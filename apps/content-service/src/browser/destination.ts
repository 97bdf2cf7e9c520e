/** Only to find out what a path leads to: it is never shown. */
const HERE = 'http://here.invalid';

/** Browsers drop some of these before they read an address, and none belongs into one (URL Standard, «URL parsing»). */
// eslint-disable-next-line no-control-regex -- these are the ones that are looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Where a browser goes after a form, when that is a path of this service: so nobody can be led from our login to a page
 * that only looks like ours (RFC 9700 §4.11). Text that would be treacherous after another decoding is refused too, for
 * proxies in between sometimes decode.
 *
 * @param text such as `/oauth/authorize?client_id=…`
 * @returns the path and query, in normal form; `undefined` when it leads elsewhere, or might
 */
export function parseDestination(text: string): string | undefined {
  if (CONTROL.test(text)) return undefined;
  const path = text.split(/[?#]/, 1)[0] ?? '';
  if (leadsElsewhere(path) || leadsElsewhere(decoded(path))) return undefined;
  const url = URL.canParse(text, HERE) ? new URL(text, HERE) : undefined;
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search;
}

/** For browsers a backslash is a slash. */
function leadsElsewhere(path: string): boolean {
  return !path.startsWith('/') || path.startsWith('//') || path.includes('\\') || CONTROL.test(path);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
