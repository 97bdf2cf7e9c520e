/** A scheme, or the beginning of a relative reference (RFC 3986 §3.1 and §4.2). */
const COMPLETE = /^([a-z][a-z0-9+.-]*:(?!\d)|[/?#.])/i;

const E_MAIL = /^[^\s/@]+@([a-z0-9-]+\.)+[a-z]{2,}$/i;
const HOST = /^([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?([/?#]|$)/i;

/** The typed address of a link with the scheme that it lacks: `https:` for a host, `mailto:` for an e-mail address. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (COMPLETE.test(address)) return address;
  if (E_MAIL.test(address)) return `mailto:${address}`;
  return HOST.test(address) ? `https://${address}` : address;
}

/** Whether a text is an address rather than words, complete or without its scheme. */
export function isAddress(text: string): boolean {
  return !/\s/.test(text) && [COMPLETE, E_MAIL, HOST].some((pattern) => pattern.test(text));
}
