import {
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
} from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { lookup as resolveName } from 'node:dns';
import { type AgentOptions, request as requestHttps } from 'node:https';
import {
  type RequestFilteringAgentOptions,
  RequestFilteringHttpAgent,
  RequestFilteringHttpsAgent,
} from 'request-filtering-agent';
import {
  isAllowedAddress,
  type WebhookRequest,
  type WebhookResponse,
  WebhookSender,
} from '@content-service/webhooks';

/** What is read of an answer at most; the rest is not received. */
const RESPONSE_BYTES_MAXIMUM = 16 * 1024;
/** What is kept of an answer for administrators. */
const EXCERPT_BYTES = 1024;
/** A connection without calls is closed after this time, before most receivers close it. */
const IDLE_MS = 4000;

export interface HttpWebhookSenderOptions {
  readonly timeoutMs: number;
  readonly allowHttp: boolean;
  /** CIDR blocks of private networks that may be called. */
  readonly allowedNetworks: readonly string[];
  /** The port of this service, which is not called at any address of this machine. */
  readonly ownPort: number;
  /** Resolves host names instead of the system's resolver. */
  readonly lookup?: LookupFunction;
}

/**
 * Calls endpoints over HTTP. The agents judge every address that a host name resolves to when the socket connects, so a
 * name that changes its address is no way around them (OWASP, «Server Side Request Forgery Prevention»). Proxy variables
 * of the environment are not used, and certificates are always verified. Connections are used again, so that many calls
 * of a receiver cost one TLS handshake.
 */
export class HttpWebhookSender extends WebhookSender {
  private readonly httpAgent: RequestFilteringHttpAgent;
  private readonly httpsAgent: RequestFilteringHttpsAgent;

  constructor(private readonly options: HttpWebhookSenderOptions) {
    super();
    const { allowedNetworks } = options;
    const agentOptions: AgentOptions & RequestFilteringAgentOptions = {
      allowIPAddressList: [...allowedNetworks],
      ...{ keepAlive: true, timeout: IDLE_MS },
    };
    this.httpAgent = new RequestFilteringHttpAgent(agentOptions);
    this.httpsAgent = new RequestFilteringHttpsAgent({
      ...agentOptions,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    });
  }

  override send(webhookRequest: WebhookRequest): Promise<WebhookResponse> {
    return this.sendBefore(AbortSignal.timeout(this.options.timeoutMs), webhookRequest);
  }

  private sendBefore(signal: AbortSignal, webhookRequest: WebhookRequest): Promise<WebhookResponse> {
    const { timeoutMs, allowHttp } = this.options;
    const { url, headers, body } = webhookRequest;
    return new Promise((resolve) => {
      const content = Buffer.from(body, 'utf8');
      const options = {
        method: 'POST',
        // An answer is never decompressed, so that a small one cannot become large.
        headers: { ...headers, 'Content-Length': content.length, 'Accept-Encoding': 'identity' },
        signal,
      };
      try {
        const request = this.open(new URL(url), options, allowHttp);
        let hasResponse = false;
        request.on('error', (error) => {
          if (hasResponse) return;
          // The receiver closed the idle connection just before it was used again: a new connection tells whether it answers.
          if (request.reusedSocket && isReset(error)) resolve(this.sendBefore(signal, webhookRequest));
          else resolve(toFailure(error, timeoutMs));
        });
        request.on('response', (response) => {
          hasResponse = true;
          void readExcerpt(response).then((excerpt) => {
            resolve(toResponse(response, excerpt));
          });
        });
        request.end(content);
      } catch (error) {
        resolve(toFailure(error, timeoutMs));
      }
    });
  }

  private open(url: URL, given: RequestOptions, allowHttp: boolean): ClientRequest {
    const port = Number(url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0) this.assertAllowed(host, port);
    const options = { ...given, lookup: this.createLookup(port) };
    if (url.protocol === 'https:') return requestHttps(url, { ...options, agent: this.httpsAgent });
    if (url.protocol === 'http:' && allowHttp) return requestHttp(url, { ...options, agent: this.httpAgent });
    throw new AddressRefused(`The URL must begin with https://, got '${url.protocol}'.`);
  }

  /** Resolves a host name whose addresses may all be called. The agents judge them too, by fewer rules. */
  private createLookup(port: number): LookupFunction {
    const { lookup = resolveName } = this.options;
    return (hostname, options, callback) => {
      lookup(hostname, options, (error, found, family) => {
        // `found` has no address after an error, although its type says so.
        if (error !== null) {
          callback(error, found, family);
          return;
        }
        const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
        try {
          for (const address of addresses) this.assertAllowed(address, port);
        } catch (refusal) {
          callback(refusal as AddressRefused, '');
          return;
        }
        callback(null, found, family);
      });
    };
  }

  /** @throws AddressRefused */
  private assertAllowed(address: string, port: number): void {
    const isOwn = port === this.options.ownPort && isOfThisMachine(address);
    if (isOwn || !isAllowedAddress(address, this.options.allowedNetworks))
      throw new AddressRefused(`The address ${address} may not be called.`);
  }
}

class AddressRefused extends Error {}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

function isOfThisMachine(address: string): boolean {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8, 'ipv4');
  // A connection to the unspecified address reaches this machine.
  own.addAddress('0.0.0.0', 'ipv4');
  own.addAddress('::', 'ipv6');
  for (const addresses of Object.values(networkInterfaces()))
    for (const { address, family } of addresses ?? [])
      own.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  const [plain = ''] = address.split('%');
  return own.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

function isReset({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function toResponse({ statusCode = 0, headers }: IncomingMessage, excerpt: string): WebhookResponse {
  const retryAfter = headers['retry-after'];
  return { status: statusCode, ...(retryAfter === undefined ? {} : { retryAfter }), excerpt };
}

/** The beginning of the body. The status alone decides, so a body that breaks off or never ends is no failure. */
async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= RESPONSE_BYTES_MAXIMUM) break;
    }
  } catch {
    // What has arrived is shown.
  }
  // NUL cannot be stored by every database; a character may be cut in two at the end.
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}

const TLS_ERROR = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/;

/** Turns an error into a stable code and a sentence for administrators. */
function toFailure(error: unknown, timeoutMs: number): WebhookResponse {
  const { code = '', name, message } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError')
    return { error: 'timeout', detail: `There was no answer within ${timeoutMs} ms.` };
  // The agent names its refusals by their message alone.
  if (error instanceof AddressRefused || message.includes('is not allowed. Because'))
    return { error: 'address_refused', detail: 'The URL leads to an address that may not be called.' };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { error: 'host_not_found', detail: 'The host name has no address.' };
  if (TLS_ERROR.test(code))
    return { error: 'tls_failed', detail: `No trusted TLS connection could be made (${code}).` };
  if (code.startsWith('HPE_'))
    return { error: 'invalid_response', detail: `The answer is not valid HTTP (${code}).` };
  return { error: 'connection_failed', detail: `The connection failed (${code === '' ? name : code}).` };
}
