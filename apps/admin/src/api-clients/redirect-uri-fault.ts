const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[\w\-.~:/?[\]@!$&'()*+,;=%]+$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * What is wrong with a redirect URI, said while it is typed; the service checks again (RFC 6749 §3.1.2, RFC 8252 §7).
 *
 * @param confidential whether the client keeps a secret: those have no scheme of their own
 */
export function redirectUriFault(uri: string, confidential: boolean): string | undefined {
  if (uri.includes('#')) return 'A redirect URI has no fragment (#).';
  if (!URI.test(uri) || !URL.canParse(uri))
    return 'Write the whole address, such as https://www.example.com/callback.';
  const { protocol, hostname, username } = new URL(uri);
  if (protocol === 'https:' || protocol === 'http:') {
    if (!/^https?:\/\/[^/?]/i.test(uri))
      return 'Write the whole address, such as https://www.example.com/callback.';
    if (username !== '') return 'A redirect URI has no user name in it.';
    if (protocol === 'https:' || LOOPBACK.has(hostname)) return undefined;
    return 'Use https; http is for localhost, 127.0.0.1 and [::1] only.';
  }
  if (confidential) return 'Use https; only clients without a secret can have a scheme of their own.';
  return protocol.includes('.')
    ? undefined
    : 'Use https, or a reversed domain name as scheme (com.example.app:).';
}
