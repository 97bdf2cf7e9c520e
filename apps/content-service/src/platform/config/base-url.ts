/** Hosts that stand for every network interface and therefore cannot begin a link. */
const UNSPECIFIED_ADDRESSES: readonly unknown[] = ['0.0.0.0', '[::]', '[::ffff:0:0]'];

/** The canonical form of a host in URLs, `undefined` when it is not a host: `0` becomes `0.0.0.0`. */
export function formatHostForUrl(host: string): string | undefined {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`;
  return /^[A-Za-z0-9.:_-]+$/.test(host) && URL.canParse(url) ? new URL(url).hostname : undefined;
}

export function isUnspecifiedAddress(host: string): boolean {
  return UNSPECIFIED_ADDRESSES.includes(formatHostForUrl(host));
}

/** Whether responses cannot be modified in transit: TLS, or a loopback address (127.0.0.0/8, ::1, localhost). */
export function isHttpsOrLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(127(\.\d+){3}|\[::1\]|([^.]+\.)*localhost)$/.test(hostname);
}

/** Whether a path can be appended to a URL to form a link. User info is not accepted. */
export function isBaseUrl(text: string): boolean {
  return /^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?(?<!\/)$/.test(text) && URL.canParse(text);
}
