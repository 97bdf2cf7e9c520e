/** Addresses that mean "every network interface": no client can be told to come back to one. */
const EVERYWHERE: readonly unknown[] = ['0.0.0.0', '[::]', '[::ffff:0:0]'];

/** A host as it stands in URLs, `undefined` when it is none. One host can be written in many ways: `0` is `0.0.0.0`. */
export function hostInUrl(host: string): string | undefined {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`;
  return /^[A-Za-z0-9.:_-]+$/.test(host) && URL.canParse(url) ? new URL(url).hostname : undefined;
}

export function isEverywhere(host: string): boolean {
  return EVERYWHERE.includes(hostInUrl(host));
}

/** Whether addresses can be made of a URL by putting a path behind it. Who may enter is no part of an address. */
export function isBaseUrl(text: string): boolean {
  return /^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?(?<!\/)$/.test(text) && URL.canParse(text);
}
