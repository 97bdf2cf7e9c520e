import { Overloaded } from '../../platform/load/load.errors.js';
import type { HttpAdapter } from '../server/http-adapter.js';
import type { InProcessAnswer } from '../server/in-process-request.js';

/** The answer of a part, in the form of the module subrequests of Drupal. */
export interface PartAnswer {
  readonly headers: Readonly<Record<string, readonly (string | number)[]>>;
  readonly body: string;
}

/** What the parts of a request have in common. */
export interface PartContext {
  readonly adapter: HttpAdapter;
  /** The IP address of the client. */
  readonly ip: string;
  /** Headers of every part. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the parts. */
  readonly signal: AbortSignal;
  /** Counts the bytes of bodies. @throws when there are too many */
  readonly takeBytes: (count: number) => void;
}

/** The headers of an answer that clients need. */
const SHOWN_HEADERS = ['content-type', 'etag', 'retry-after', 'www-authenticate'] as const;

/**
 * Sends the request of a part within the process: guards, limits and the log treat it as any other.
 *
 * @throws the error of `takeBytes`; Overloaded when the process has ended the request for lack of memory; the reason of `signal`
 */
export async function requestPart(
  target: string,
  headers: Readonly<Record<string, string>>,
  { adapter, ip: remoteAddress, headers: common, signal, takeBytes }: PartContext,
): Promise<PartAnswer> {
  const request = { target, headers: { ...headers, ...common }, remoteAddress, signal, takeBytes };
  const answer = await adapter.sendInProcess(request);
  if (answer === undefined) throw new Overloaded();
  return toAnswer(answer);
}

function toAnswer({ response, body }: InProcessAnswer): PartAnswer {
  const headers: Record<string, readonly (string | number)[]> = {};
  for (const name of SHOWN_HEADERS) {
    const value = response.getHeader(name);
    if (value !== undefined) headers[name] = [String(value)];
  }
  return { headers: { ...headers, status: [response.statusCode] }, body };
}
