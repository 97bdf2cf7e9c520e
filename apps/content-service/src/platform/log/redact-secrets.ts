/** By the names of HTTP headers, of OAuth parameters (RFC 6749, RFC 7009, RFC 7636) and of this code; lower case. */
const SECRET_MEMBERS = new Set([
  ...[
    'authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'x-csrf-token',
    'xkey-token',
    'fastly-key',
  ],
  ...['client_secret', 'access_token', 'refresh_token', 'id_token', 'device_token', 'code_verifier'],
  ...['password', 'secret', 'token', 'clientsecret', 'accesstoken', 'refreshtoken', 'keysecret', 'csrftoken'],
]);

const REDACTED = '[Redacted]';

/** Objects that are nested deeper are left out. */
const DEPTH_MAXIMUM = 8;

/**
 * Replaces the values of members that are named like secrets, such as `cookie` or `client_secret`, by `[Redacted]`, in
 * nested objects and arrays, too.
 *
 * @returns the same value when there is no such member
 */
export function redactSecrets(value: unknown, depth = 0): unknown {
  if (!isPlain(value)) return value;
  if (depth === DEPTH_MAXIMUM) return REDACTED;
  let redacted: Record<string, unknown> | unknown[] | undefined;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const isSecret = SECRET_MEMBERS.has(name.toLowerCase());
    const shown = isSecret ? REDACTED : redactSecrets(member, depth + 1);
    if (shown === member) continue;
    redacted ??= Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    Reflect.set(redacted, name, shown);
  }
  return redacted ?? value;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}
