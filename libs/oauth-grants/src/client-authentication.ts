import { sha256 } from '@content-service/kernel';
import {
  type ApiClient,
  ClientAuthenticationFailed,
  type ClientRegistry,
} from '@content-service/oauth-clients';
import type { FailedAuthentications } from './failed-authentications.js';
import { OAuthError } from './oauth.errors.js';
import type { ClientRequest } from './token-request.js';

/** Finds out which client asks, and has it prove that. */
export class ClientAuthentication {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly failures: FailedAuthentications,
  ) {}

  /**
   * A client proves who it is with its secret in the body or by HTTP Basic (RFC 6749 §2.3.1), not both at once. A public
   * one has none and only says who it is.
   *
   * @throws OAuthError invalid_request, invalid_client; TooManyFailures
   */
  async authenticate(request: ClientRequest<Parameters>): Promise<ApiClient> {
    const candidates = credentialsIn(request);
    // Hashed, because whoever makes up names can make them long.
    const key = sha256(`${candidates[0]?.id ?? ''} ${request.from ?? ''}`);
    this.failures.admit(key);
    try {
      return await this.firstThatProves(candidates);
    } catch (error) {
      if (error instanceof OAuthError && error.error === 'invalid_client') this.failures.note(key);
      throw error;
    }
  }

  private async firstThatProves(candidates: readonly Credentials[]): Promise<ApiClient> {
    for (const { id, secret } of candidates) {
      if (secret === '') return this.withoutSecret(id);
      try {
        return await this.clients.authenticate(id, secret);
      } catch (error) {
        if (!(error instanceof ClientAuthenticationFailed)) throw error;
      }
    }
    throw new OAuthError('invalid_client');
  }

  private async withoutSecret(id: string): Promise<ApiClient> {
    const client = await this.clients.find(id);
    if (client?.enabled !== true) throw new OAuthError('invalid_client');
    if (client.confidential) throw OAuthError.missing('client_secret');
    return client;
  }
}

type Parameters = Readonly<Partial<Record<'client_id' | 'client_secret', string>>>;

interface Credentials {
  readonly id: string;
  /** Empty when none was sent. */
  readonly secret: string;
}

/**
 * What the client says, in every reading it can have.
 *
 * @throws OAuthError invalid_request
 */
function credentialsIn({ parameters, authorization }: ClientRequest<Parameters>): readonly Credentials[] {
  const { client_id: id, client_secret: secret } = parameters;
  const basic = basicCredentials(authorization);
  if (basic === undefined) {
    if (id === undefined) throw OAuthError.missing('client_id');
    return [{ id, secret: secret ?? '' }];
  }
  if (secret !== undefined) throw new OAuthError('invalid_request', TWO_METHODS);
  if (id !== undefined && !basic.some((credentials) => credentials.id === id))
    throw new OAuthError('invalid_request', TWO_CLIENTS);
  return basic;
}

const TWO_METHODS = 'Send the client secret in the Authorization header or in the body, not in both.';
const TWO_CLIENTS = 'The Authorization header names another client than client_id.';

/**
 * Id and secret of a Basic header in the readings that are in use: form-encoded, as RFC 6749 §2.3.1 wants it, then raw.
 *
 * @returns `undefined` without such a header, an empty list when it cannot be read
 */
function basicCredentials(authorization: string | undefined): readonly Credentials[] | undefined {
  const [, encoded] = /^Basic(?:$| +)(\S*)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return [];
  const raw = { id: text.slice(0, colon), secret: text.slice(colon + 1) };
  const decoded = { id: formDecoded(raw.id), secret: formDecoded(raw.secret) };
  return decoded.id === raw.id && decoded.secret === raw.secret ? [raw] : [decoded, raw];
}

/** The text itself when it is not form-encoded. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
