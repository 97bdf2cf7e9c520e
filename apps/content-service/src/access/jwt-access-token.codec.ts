import { JwtService } from '@nestjs/jwt';
import {
  ACCESS_TOKEN_TYPE,
  AccessTokenCodec,
  type AccessTokenClaims,
  AccessTokenRefused,
  type OpenedKey,
  type VerificationKey,
} from '@content-service/oauth-grants';
import { isJsonObject, type JsonObject } from '@content-service/kernel';

/**
 * Access tokens as JWTs, by `@nestjs/jwt`. Each key has a `JwtService` of its own, so that key and algorithm cannot be
 * combined in any other way: a token that says `none`, or `HS256` with the public key as its secret, finds no service
 * that would take it (RFC 8725 §3.1).
 */
export class JwtAccessTokenCodec extends AccessTokenCodec {
  private readonly signers = new WeakMap<OpenedKey, JwtService>();
  private readonly verifiers = new WeakMap<VerificationKey, JwtService>();

  override async encode(claims: AccessTokenClaims, key: OpenedKey): Promise<string> {
    return madeOnce(this.signers, key, signerOf).signAsync({ ...claims });
  }

  override decode(token: string, keyOf: (kid: string) => VerificationKey | undefined): unknown {
    const { typ, kid, crit } = headerOf(token);
    const key = typ === ACCESS_TOKEN_TYPE && typeof kid === 'string' ? keyOf(kid) : undefined;
    // Extensions that must be understood (RFC 7515 §4.1.11): there is none that this service understands.
    if (key === undefined || crit !== undefined) throw new AccessTokenRefused('unverified');
    try {
      return madeOnce(this.verifiers, key, verifierOf).verify<JsonObject>(token);
    } catch {
      throw new AccessTokenRefused('unverified');
    }
  }
}

function signerOf({ kid, algorithm, privateKey }: OpenedKey): JwtService {
  const header = { alg: algorithm, typ: ACCESS_TOKEN_TYPE, kid };
  return new JwtService({ privateKey, signOptions: { algorithm, header } });
}

/** Times are the domain's matter, which has its own clock. */
function verifierOf({ algorithm, publicKey }: VerificationKey): JwtService {
  const verifyOptions = { algorithms: [algorithm], ignoreExpiration: true, ignoreNotBefore: true };
  return new JwtService({ publicKey, verifyOptions });
}

function madeOnce<Key extends object>(
  made: WeakMap<Key, JwtService>,
  key: Key,
  make: (key: Key) => JwtService,
): JwtService {
  const service = made.get(key) ?? make(key);
  made.set(key, service);
  return service;
}

/**
 * The header of something that has the shape of a JWT; says for the rest what is wrong with its shape, which is what a
 * developer who has cut a token short wants to know.
 */
function headerOf(token: string): JsonObject {
  const parts = token.split('.');
  if (parts.length !== 3) throw new AccessTokenRefused('dots');
  if (parts.includes('')) throw new AccessTokenRefused('parts');
  const [header, claims] = parts.slice(0, 2).map(jsonObjectIn);
  if (header === undefined || claims === undefined) throw new AccessTokenRefused('encoding');
  return header;
}

function jsonObjectIn(part: string): JsonObject | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
