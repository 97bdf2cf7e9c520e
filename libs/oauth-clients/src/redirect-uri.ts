import type { ApiClient } from './client.js';

const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[\w\-.~:/?[\]@!$&'()*+,;=%]+$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const LENGTH_MAXIMUM = 2000;

/**
 * What is wrong with a redirect URI, as the rest of the sentence «The redirect URI … », or `undefined`.
 *
 * Absolute and without a fragment (RFC 6749 §3.1.2); https, so that the code is encrypted in transit, except to the
 * user's own machine (RFC 8252 §7.3); an application's own scheme, which is a reversed domain name (RFC 8252 §7.1), for
 * public clients only: an application on a user's device keeps no secret.
 */
export function validateRedirectUri(uri: string, confidential: boolean): string | undefined {
  if (uri.includes('#')) return 'must not have a fragment';
  if (uri.length > LENGTH_MAXIMUM) return `must not be longer than ${LENGTH_MAXIMUM} characters`;
  if (!URI.test(uri) || !URL.canParse(uri)) return 'must be an absolute URI';

  const { protocol, hostname, username, password } = new URL(uri);
  if (protocol === 'https:' || protocol === 'http:') {
    if (!/^https?:\/\/[^/?]/i.test(uri)) return 'must be an absolute URI';
    if (username !== '' || password !== '') return 'must not contain a user name or password';
    return protocol === 'https:' || LOOPBACK.has(hostname)
      ? undefined
      : 'must use https; http is for localhost, 127.0.0.1 and [::1] only';
  }
  if (!protocol.includes('.'))
    return 'must use https, or a scheme that is a reversed domain name (com.example.app:)';
  return confidential ? 'must use https; only public clients can have a scheme of their own' : undefined;
}

/** Parts of a redirect URI to a program on the user's machine: host, port and what follows. */
const LOOPBACK_URI = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/s;

const PORT_MAXIMUM = 65_535;

/**
 * Whether the redirect URI of an authorization request is one of a client, compared character by character (RFC 9700 §2.1).
 * The one exception: of a public client, `http://127.0.0.1` and `http://[::1]` match with every port, which a program on the
 * user's machine gets from its operating system at the time of the request (RFC 8252 §7.3).
 *
 * @param localhostAnyPort whether `http://localhost` matches with every port, too; the name can lead elsewhere (RFC 8252 §8.3)
 */
export function isRedirectUriOf(
  { redirectUris, confidential }: Pick<ApiClient, 'redirectUris' | 'confidential'>,
  requested: string,
  localhostAnyPort: boolean,
): boolean {
  if (redirectUris.includes(requested)) return true;
  if (confidential) return false;
  const target = omitLoopbackPort(requested, localhostAnyPort);
  return (
    target !== undefined && redirectUris.some((uri) => omitLoopbackPort(uri, localhostAnyPort) === target)
  );
}

/** The loopback URI without its port; `undefined` for every other URI. */
function omitLoopbackPort(uri: string, localhostAnyPort: boolean): string | undefined {
  const [, host, port = '1', rest = ''] = LOOPBACK_URI.exec(uri) ?? [];
  if (host === undefined || Number(port) > PORT_MAXIMUM) return undefined;
  return host === 'localhost' && !localhostAnyPort ? undefined : `http://${host}${rest}`;
}
