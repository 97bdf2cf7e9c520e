import { Agent, request } from 'node:http';
import type { BenchRequest, Operation } from './operations.js';

export interface Load {
  /** Milliseconds of each request, in the order in which they ended. */
  readonly milliseconds: readonly number[];
  readonly seconds: number;
}

/** Number of connections that are busy all the time. */
const CONNECTIONS = 8;

/**
 * Sends the requests of one round: each connection sends the next request after a complete response.
 *
 * @throws Error when a response has another status than the operation expects
 */
export async function load(
  origin: string,
  headers: Readonly<Record<string, string>>,
  operation: Operation,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const milliseconds: number[] = [];
  const started = performance.now();
  let left = operation.requests;
  const connection = async (): Promise<void> => {
    while (left-- > 0) {
      const sent = performance.now();
      const status = await answerTo(agent, origin, headers, operation.next());
      if (status !== operation.expectedStatus)
        throw new Error(`${operation.name}: ${origin} answers ${status}.`);
      milliseconds.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return { milliseconds, seconds: (performance.now() - started) / 1000 };
}

function answerTo(
  agent: Agent,
  origin: string,
  headers: Readonly<Record<string, string>>,
  { method, path, body, contentType = 'application/vnd.api+json' }: BenchRequest,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'Content-Type': contentType };
    request(new URL(path, origin), { agent, method, headers: { ...headers, ...type } }, (response) => {
      response.resume().once('end', () => {
        resolve(response.statusCode ?? 0);
      });
    })
      .once('error', reject)
      .end(body);
  });
}
