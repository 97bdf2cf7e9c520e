import { hkdfSync } from 'node:crypto';

/**
 * A key of 32 bytes from a secret of any length (HKDF, RFC 5869).
 *
 * @param purpose what the key is for, such as `content-service previews`: keys for different purposes have nothing in common
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
