/** What a deployment says about its tokens and keys. */
export abstract class OAuthOptions {
  /** The base URL of the service, byte for byte (RFC 8414 §2). */
  abstract readonly issuer: string;
  /** What the tokens are for: the base URL followed by the prefix of the content interface. */
  abstract readonly audience: string;
  /** Seals private keys in the store. */
  abstract readonly keySecret: string;
  /** Of keys that are made from now on; keys that exist keep theirs. */
  abstract readonly signingAlgorithm: 'RS256' | 'ES256';
}
