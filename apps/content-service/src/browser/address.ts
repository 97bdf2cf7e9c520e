import type { Request } from 'express';

/** The IP address of whoever sends the request, as far as the proxies are trusted (TRUST_PROXY). */
export function addressOf({ ip }: Pick<Request, 'ip'>): string {
  return ip ?? '';
}
