import ipaddr from 'ipaddr.js';
import type { ErrorDetails } from '@content-service/kernel';

/** The deployment's rules for the URLs of endpoints. */
export interface WebhookUrlPolicy {
  /** Whether `http:` is allowed as well as `https:`. */
  readonly allowHttp: boolean;
  /** Private networks that are allowed, as CIDR blocks: `10.1.0.0/16`, `fd00::/8`. */
  readonly allowedNetworks: readonly string[];
  /** The origin of this service, which would call itself. */
  readonly ownOrigin: string;
}

export const URL_MAXIMUM = 2000;

/** Ports below it belong to system services, which may take a request for something else. */
const UNPRIVILEGED_PORT = 1024;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/** What is wrong with the URL of an endpoint. */
export interface UrlProblem {
  /** The end of a sentence such as `The URL must …`. */
  readonly message: string;
  /** The broken rule as members of JSON Schema, such as `{format: 'uri'}`. */
  readonly rule: NonNullable<ErrorDetails['meta']>;
}

/**
 * Checks the URL of an endpoint. A host name is not resolved here: the sender judges the addresses at each connection.
 *
 * @returns `undefined` for a valid URL
 */
export function validateWebhookUrl(text: string, policy: WebhookUrlPolicy): UrlProblem | undefined {
  const { allowHttp, ownOrigin } = policy;
  if (text.length > URL_MAXIMUM)
    return { message: `must have at most ${URL_MAXIMUM} characters.`, rule: { maxLength: URL_MAXIMUM } };
  if (!URL.canParse(text))
    return breaksFormat('uri', 'must be an absolute URL such as https://example.com/webhook.');
  const { protocol, username, password, hash, port, hostname } = new URL(text);
  const defaultPort = DEFAULT_PORTS[protocol];
  if (defaultPort === undefined || (protocol === 'http:' && !allowHttp))
    return breaksFormat('https-uri', `must begin with https://${allowHttp ? ' or http://' : ''}.`);
  if (username !== '' || password !== '')
    return breaksFormat('uri-without-credentials', 'must not contain a user name or password.');
  if (hash !== '' || text.includes('#'))
    return breaksFormat('uri-without-fragment', 'must not contain a fragment.');
  if (port !== '' && Number(port) < UNPRIVILEGED_PORT)
    return breaksFormat(
      'uri-with-allowed-port',
      `must have the port ${defaultPort}, or one from ${UNPRIVILEGED_PORT} on.`,
    );
  if (isSameHost({ hostname, port }, new URL(ownOrigin)))
    return breaksFormat('foreign-uri', 'must not be one of this service.');
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(address) && !isAllowedAddress(address, policy.allowedNetworks))
    return breaksFormat('public-uri', 'must not have an address of a private or reserved network.');
  return undefined;
}

/** Whether host and port are equal; the default ports of `http:` and `https:` count as one. */
function isSameHost(url: Pick<URL, 'hostname' | 'port'>, other: URL): boolean {
  // A name with a dot at its end is the same name (RFC 1034 §3.1).
  const toHost = ({ hostname, port }: Pick<URL, 'hostname' | 'port'>): string =>
    `${hostname.replace(/\.$/, '')} ${port}`;
  return toHost(url) === toHost(other);
}

function breaksFormat(format: string, message: string): UrlProblem {
  return { message, rule: { format } };
}

/** Whether the text is a CIDR block such as `10.1.0.0/16`. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

/** The IPv6 addresses that are assigned to networks of the Internet (RFC 4291 §2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether calls may go to an address: a public one, or one of the allowed networks. IPv6 addresses that stand for an IPv4
 * address (IPv4-compatible, IPv4-mapped, NAT64, 6to4, Teredo) are not public, whatever the IPv4 address.
 *
 * @param address IPv4 or IPv6
 */
export function isAllowedAddress(address: string, allowedNetworks: readonly string[]): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)))
    return true;
  return allowedNetworks.some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network);
    return range.kind() === parsed.kind() && parsed.match(range, bits);
  });
}
