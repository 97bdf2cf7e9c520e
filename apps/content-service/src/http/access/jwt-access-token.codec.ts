import { JwtService } from '@nestjs/jwt';
import {
  ACCESS_TOKEN_TYPE,
  AccessTokenCodec,
  type AccessTokenClaims,
  AccessTokenRefused,
  type UnsealedKey,
  type VerificationKey,
} from '@content-service/oauth-grants';
import { isJsonObject, type JsonObject } from '@content-service/kernel';

/**
 * Access tokens as JWTs, by `@nestjs/jwt`. Each key has its own `JwtService` with a fixed algorithm: tokens with `none`, or
 * with `HS256` and the public key as secret, are rejected (RFC 8725 §3.1).
 */
export class JwtAccessTokenCodec extends AccessTokenCodec {
  private readonly signers = new WeakMap<UnsealedKey, JwtService>();
  private readonly verifiers = new WeakMap<VerificationKey, JwtService>();

  override async encode(claims: AccessTokenClaims, key: UnsealedKey): Promise<string> {
    return getOrCreate(this.signers, key, createSigner).signAsync({ ...claims });
  }

  override decode(token: string, findKey: (kid: string) => VerificationKey | undefined): unknown {
    const { typ, kid, crit } = parseHeader(token);
    const key = typ === ACCESS_TOKEN_TYPE && typeof kid === 'string' ? findKey(kid) : undefined;
    // `crit` lists extensions that must be understood (RFC 7515 §4.1.11); this service supports none.
    if (key === undefined || crit !== undefined) throw new AccessTokenRefused('unverified');
    try {
      return getOrCreate(this.verifiers, key, createVerifier).verify<JsonObject>(token);
    } catch {
      throw new AccessTokenRefused('unverified');
    }
  }
}

function createSigner({ kid, algorithm, privateKey }: UnsealedKey): JwtService {
  const header = { alg: algorithm, typ: ACCESS_TOKEN_TYPE, kid };
  return new JwtService({ privateKey, signOptions: { algorithm, header } });
}

/** Ignores times, which the domain checks with its own clock. */
function createVerifier({ algorithm, publicKey }: VerificationKey): JwtService {
  const verifyOptions = { algorithms: [algorithm], ignoreExpiration: true, ignoreNotBefore: true };
  return new JwtService({ publicKey, verifyOptions });
}

function getOrCreate<Key extends object>(
  services: WeakMap<Key, JwtService>,
  key: Key,
  create: (key: Key) => JwtService,
): JwtService {
  const service = services.get(key) ?? create(key);
  services.set(key, service);
  return service;
}

/** The header of a JWT. @throws AccessTokenRefused, with the reason, for text without the shape of a JWT, such as a truncated token */
function parseHeader(token: string): JsonObject {
  const parts = token.split('.');
  if (parts.length !== 3) throw new AccessTokenRefused('dots');
  if (parts.includes('')) throw new AccessTokenRefused('parts');
  const [header, claims] = parts.slice(0, 2).map(parseJsonPart);
  if (header === undefined || claims === undefined) throw new AccessTokenRefused('encoding');
  return header;
}

function parseJsonPart(part: string): JsonObject | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
