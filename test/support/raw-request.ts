import { once } from 'node:events';
import { connect } from 'node:net';

/** A response as received. */
export interface RawAnswer {
  readonly status: number;
  /** Keys in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface RawRequest {
  readonly method?: string;
  /** Neither checked nor encoded. */
  readonly target: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer;
}

/** Sends a request that HTTP clients would refuse, over a TCP connection. */
export async function rawRequest(
  port: number,
  { method = 'GET', target, headers = [], body = '' }: RawRequest,
): Promise<RawAnswer> {
  const bytes = Buffer.from(body);
  const names = headers.map(([name]) => name.toLowerCase());
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(names.includes('host') ? [] : ['Host: 127.0.0.1']),
    ...(names.includes('content-length') || bytes.length === 0 ? [] : [`Content-Length: ${bytes.length}`]),
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return exchangeBytes(port, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]));
}

async function exchangeBytes(port: number, bytes: Buffer): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  // A server that refuses early may close before it has read everything.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  return parse(Buffer.concat(chunks).toString());
}

function parse(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n');
  const [statusLine = '', ...headerLines] = answer.slice(0, end).split('\r\n');
  const headers = headerLines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
  return { status, headers: Object.fromEntries(headers), text: answer.slice(end + 4) };
}
