import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A GET request without the network. */
export interface InProcessRequest {
  /** Path and query. */
  readonly target: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The IP address of the client, as the server sees it. */
  readonly remoteAddress: string;
  /** Ends the request. */
  readonly signal: AbortSignal;
  /** Called for each part of the answer, with its number of bytes. What it throws ends the request. */
  readonly takeBytes: (count: number) => void;
}

/** A complete answer. */
export interface InProcessAnswer {
  /** With status and headers. */
  readonly response: ServerResponse;
  readonly body: string;
}

/** The classes of a server's messages (`ServerOptions`). */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/** Has the place of a request's connection and keeps what the server writes. */
class AnswerSocket extends Duplex {
  /** Requests without a body have no bytes that count. */
  readonly bytesRead = 0;
  private readonly chunks: Buffer[] = [];

  constructor(
    readonly remoteAddress: string,
    private readonly takeBytes: (count: number) => void,
  ) {
    super({ read: () => undefined });
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    try {
      this.takeBytes(chunk.length);
    } catch (error) {
      done(error as Error);
      return;
    }
    this.chunks.push(chunk);
    done();
  }

  /** As of `Socket`. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  /** What the server wrote behind the header. */
  getBody(): string {
    const written = Buffer.concat(this.chunks);
    return written.toString('utf8', written.indexOf(HEADER_END) + HEADER_END.length);
  }
}

const HEADER_END = '\r\n\r\n';

/**
 * Hands a request to a server of this process as its parser does. It emits `request` as for any other, but nothing is written for
 * the network, and nothing is parsed.
 *
 * @returns `undefined` when the server has destroyed the request
 * @throws the error of `takeBytes`, the reason of `signal`
 */
export function sendInProcess(
  server: Server,
  classes: MessageClasses,
  { target, headers, remoteAddress, signal, takeBytes }: InProcessRequest,
): Promise<InProcessAnswer | undefined> {
  const answerSocket = new AnswerSocket(remoteAddress, takeBytes);
  // It has all that the listeners of a server read of a socket.
  const socket = answerSocket as unknown as Socket;
  const request = new classes.IncomingMessage(socket);
  const rawHeaders = Object.entries(headers).flat();
  Object.assign(request, {
    method: 'GET',
    url: target,
    httpVersion: '1.1',
    headers,
    rawHeaders,
    complete: true,
  });
  request.push(null);
  const response = new classes.ServerResponse(request);
  // The answer ends with its connection, so that its body is not sent in chunks.
  response.shouldKeepAlive = false;
  response.useChunkedEncodingByDefault = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    answerSocket.destroySoon();
  });
  const abort = (): void => {
    answerSocket.destroy();
  };
  signal.addEventListener('abort', abort);
  return new Promise((resolve, reject) => {
    answerSocket.on('error', reject);
    answerSocket.once('close', () => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(response.writableFinished ? { response, body: answerSocket.getBody() } : undefined);
    });
    server.emit('request', request, response);
  });
}
