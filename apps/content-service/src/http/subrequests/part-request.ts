import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
  type Server,
} from 'node:http';
import { DomainError } from '@content-service/kernel';
import { Overloaded } from '../../platform/load/load.errors.js';
import { connectInProcess } from '../server/in-process-connection.js';

/** The answer of a part, in the form of the module subrequests of Drupal. */
export interface PartAnswer {
  readonly headers: Readonly<Record<string, readonly (string | number)[]>>;
  readonly body: string;
}

/** What the parts of a request have in common. */
export interface PartContext {
  readonly server: Server;
  /** The IP address of the client. */
  readonly ip: string;
  /** Headers of every part. */
  readonly headers: IncomingHttpHeaders;
  /** Ends the parts. */
  readonly signal: AbortSignal;
  /** Counts the bytes of bodies. @throws when there are too many */
  readonly takeBytes: (count: number) => void;
}

/** The headers of an answer that clients need. */
const SHOWN_HEADERS = ['content-type', 'etag', 'retry-after', 'www-authenticate'] as const;

/**
 * Sends the request of a part over a connection within the process: guards, limits and the log treat it as any other.
 *
 * @throws the error of `takeBytes`; Overloaded when the process has ended the request for lack of memory; the reason of `signal`
 */
export async function requestPart(
  target: string,
  headers: Readonly<Record<string, string>>,
  context: PartContext,
): Promise<PartAnswer> {
  try {
    const response = await sendPart(target, headers, context);
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      context.takeBytes(chunk.length);
      chunks.push(chunk);
    }
    return toAnswer(response, Buffer.concat(chunks).toString());
  } catch (error) {
    if (error instanceof DomainError || context.signal.aborted) throw error;
    throw new Overloaded();
  }
}

function sendPart(
  target: string,
  headers: Readonly<Record<string, string>>,
  { server, ip, headers: common, signal }: PartContext,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      createConnection: () => connectInProcess(server, ip),
      path: target,
      headers: { ...headers, ...common },
      setHost: false,
      signal,
    });
    request.on('error', reject);
    request.once('response', resolve);
    request.end();
  });
}

function toAnswer({ statusCode = 0, headers }: IncomingMessage, body: string): PartAnswer {
  const shown = SHOWN_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, [value]] as const];
  });
  return { headers: { ...Object.fromEntries(shown), status: [statusCode] }, body };
}
