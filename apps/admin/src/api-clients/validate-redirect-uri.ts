import { t } from '@lingui/core/macro';

const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[\w\-.~:/?[\]@!$&'()*+,;=%]+$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The reason why a redirect URI is refused, or `undefined` for a valid one (RFC 6749 §3.1.2, RFC 8252 §7). The service applies
 * the same rules.
 *
 * @param confidential whether the client has a secret; such a client cannot use a private-use URI scheme
 */
export function validateRedirectUri(uri: string, confidential: boolean): string | undefined {
  if (uri.includes('#')) return t`A redirect URI has no fragment (#).`;
  if (!URI.test(uri) || !URL.canParse(uri))
    return t`Write the whole address, such as https://www.example.com/callback.`;
  const { protocol, hostname, username } = new URL(uri);
  if (protocol === 'https:' || protocol === 'http:') {
    if (!/^https?:\/\/[^/?]/i.test(uri))
      return t`Write the whole address, such as https://www.example.com/callback.`;
    if (username !== '') return t`A redirect URI has no user name in it.`;
    if (protocol === 'https:' || LOOPBACK.has(hostname)) return undefined;
    return t`Use https; http is for localhost, 127.0.0.1 and [::1] only.`;
  }
  if (confidential) return t`Use https; only clients without a secret can use a private scheme.`;
  return protocol.includes('.')
    ? undefined
    : t`Use https, or a reversed domain name as scheme (com.example.app:).`;
}
