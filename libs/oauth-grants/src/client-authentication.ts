import { toRateLimitPrefix } from '@content-service/accounts';
import type { AuditTrail } from '@content-service/audit';
import { sha256 } from '@content-service/kernel';
import {
  type ApiClient,
  ClientAuthenticationFailed,
  type ClientRegistry,
} from '@content-service/oauth-clients';
import type { AuthenticationRateLimiter } from './authentication-rate-limiter.js';
import { OAuthError } from './oauth.errors.js';
import type { ClientRequest } from './request-parameters.js';

/** The endpoints that authenticate clients; failures at one do not count at the others. */
export type ClientEndpoint = 'token' | 'revoke' | 'introspect';

/** Failures that one audit event stands for, after the first. */
const FAILURES_PER_EVENT = 10;

/** Identifies and authenticates the client of a request. */
export class ClientAuthentication {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly failures: AuthenticationRateLimiter,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * A client authenticates with its secret in the body or by HTTP Basic (RFC 6749 §2.3.1), not both. A public client sends
   * only its id.
   *
   * The secret of an existing client is compared before failures are counted: the right one is accepted after any number of
   * wrong ones. Secrets have 256 random bits and cannot be guessed. Failures count by endpoint and network, those of an
   * existing client apart from the others; all made-up ids of a network count together.
   *
   * A request without an id, or without the secret of a confidential client, is invalid_request at the token endpoint, as in the
   * reference implementation, and invalid_client at the others (RFC 7009 §2.2.1, RFC 7662 §2.3); it is no failure that counts.
   *
   * @throws OAuthError invalid_request, invalid_client; TooManyAuthenticationFailures instead of invalid_client after many failures
   */
  async authenticate(
    request: ClientRequest<CredentialParameters>,
    endpoint: ClientEndpoint,
  ): Promise<ApiClient> {
    try {
      return await this.authenticateOrCount(parseCredentials(request), request, endpoint);
    } catch (error) {
      if (error instanceof MissingCredential && endpoint !== 'token')
        throw new OAuthError('invalid_client', error.hint);
      throw error;
    }
  }

  private async authenticateOrCount(
    candidates: readonly Credentials[],
    request: ClientRequest<CredentialParameters>,
    endpoint: ClientEndpoint,
  ): Promise<ApiClient> {
    const clientId = await this.findClientId(candidates);
    try {
      if (clientId === undefined) throw new OAuthError('invalid_client');
      return await this.authenticateFirst(candidates);
    } catch (error) {
      if (error instanceof OAuthError && error.error === 'invalid_client')
        await this.recordFailure(clientId, endpoint, request.ipAddress);
      throw error;
    }
  }

  /** The id that a client has, of those in the request. */
  private async findClientId(candidates: readonly Credentials[]): Promise<string | undefined> {
    for (const { id } of candidates) if ((await this.clients.find(id)) !== undefined) return id;
    return undefined;
  }

  /**
   * Records the first failure under a key and every tenth after it: a client with an old secret repeats itself for days.
   * The id is not recorded when no client has it: it may be a secret in the wrong place.
   *
   * @throws TooManyAuthenticationFailures
   */
  private async recordFailure(
    clientId: string | undefined,
    endpoint: ClientEndpoint,
    ipAddress: string | undefined,
  ): Promise<void> {
    const key = sha256(`${endpoint} ${clientId ?? ''} ${toRateLimitPrefix(ipAddress ?? '')}`);
    const failures = this.failures.recordFailure(key);
    if (failures !== 1 && failures % FAILURES_PER_EVENT !== 0) return;
    const context = { actor: { kind: 'anonymous' }, ipAddress } as const;
    await this.trail.record('client.authentication_failed', context, clientId, { endpoint, failures });
  }

  private async authenticateFirst(candidates: readonly Credentials[]): Promise<ApiClient> {
    for (const { id, secret } of candidates) {
      if (secret === '') return this.authenticatePublic(id);
      try {
        return await this.clients.authenticate(id, secret);
      } catch (error) {
        if (!(error instanceof ClientAuthenticationFailed)) throw error;
      }
    }
    throw new OAuthError('invalid_client');
  }

  private async authenticatePublic(id: string): Promise<ApiClient> {
    const client = await this.clients.find(id);
    if (client?.enabled !== true) throw new OAuthError('invalid_client');
    if (client.confidential) throw new MissingCredential('client_secret');
    return client;
  }
}

/** Id or secret of the client is missing or empty. */
class MissingCredential extends OAuthError {
  constructor(parameter: 'client_id' | 'client_secret') {
    super('invalid_request', OAuthError.missing(parameter).hint);
  }
}

/** The unauthenticated client id of a request, in all possible readings; none when the request has none or two. */
export function findClaimedClientIds(request: ClientRequest<CredentialParameters>): readonly string[] {
  try {
    return parseCredentials(request).map(({ id }) => id);
  } catch {
    return [];
  }
}

/** The parameters by which a client names and authenticates itself. */
export type CredentialParameters = Readonly<Partial<Record<'client_id' | 'client_secret', string>>>;

interface Credentials {
  readonly id: string;
  /** Empty when none was sent. */
  readonly secret: string;
}

/**
 * The credentials of a request, in all possible readings.
 *
 * @throws OAuthError invalid_request
 */
function parseCredentials({
  parameters,
  authorization,
}: ClientRequest<CredentialParameters>): readonly Credentials[] {
  const { client_id: id, client_secret: secret } = parameters;
  const basic = parseBasicCredentials(authorization);
  if (basic === undefined) {
    if (id === undefined) throw new MissingCredential('client_id');
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
function parseBasicCredentials(authorization: string | undefined): readonly Credentials[] | undefined {
  const [, encoded] = /^Basic(?:$| +)(\S*)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return [];
  const raw = { id: text.slice(0, colon), secret: text.slice(colon + 1) };
  const decoded = { id: decodeFormValue(raw.id), secret: decodeFormValue(raw.secret) };
  return decoded.id === raw.id && decoded.secret === raw.secret ? [raw] : [decoded, raw];
}

/** The text itself when it is not form-encoded. */
function decodeFormValue(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
