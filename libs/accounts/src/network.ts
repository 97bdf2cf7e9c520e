import { isIPv6 } from 'node:net';

/**
 * What attempts from an address are counted under: an IPv4 address itself, of an IPv6 address its /64, since that is
 * what one household or machine has at least (RFC 6177 §2) and can choose from at will.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(bare) ? `${groupsOf(bare).slice(0, 4).join(':')}::/64` : bare;
}

/** The eight groups of an IPv6 address without leading zeros; a dotted end counts as two (RFC 4291 §2.2). */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address
    .replace(/\d+\.\d+\.\d+\.\d+$/, '0:0')
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => parseInt(group, 16).toString(16));
}
