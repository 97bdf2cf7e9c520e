import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface StoredBody {
  readonly content: Buffer;
  readonly type: string;
  readonly modified: Date;
}

/** A part of an answer as XML elements by name. */
type Elements = Readonly<Record<string, string | number | boolean | undefined>>;

class S3Fault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/**
 * A server with the operations of S3 that the adapter uses, as the API reference of Amazon S3 describes them (PutObject, GetObject,
 * HeadObject, DeleteObject, ListObjectsV2), with one bucket in memory. The npm package s3rver is none for these tests: it
 * writes into an object while others read it, keeps a part of a body that was cut, takes the range 0-0 for everything, and
 * makes its continuation tokens by DES, which OpenSSL 3 does not have. TEST_S3_URL names another server.
 */
export class S3Server {
  /** How far its clock is ahead. */
  clockOffsetSeconds = 0;
  private readonly objects = new Map<string, StoredBody>();
  private readonly server: Server;

  private constructor(private readonly bucket: string) {
    this.server = createServer((incoming, answer) => {
      this.answer(incoming, answer).catch((error: unknown) => {
        sendFault(incoming, answer, error);
      });
    });
  }

  static async start(bucket: string): Promise<S3Server> {
    const server = new S3Server(bucket);
    server.server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', this.url);
    const [, bucket, ...parts] = decodeURIComponent(url.pathname).split('/');
    const key = parts.join('/');
    assertSigned(incoming);
    if (bucket !== this.bucket) throw new S3Fault(404, 'NoSuchBucket');
    if (incoming.method === 'PUT') await this.put(key, incoming, answer);
    else if (incoming.method === 'DELETE') this.delete(key, answer);
    else if (key === '') this.list(url.searchParams, answer);
    else this.get(key, incoming, answer);
  }

  private async put(key: string, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    // A body that is cut is an error of the stream, and nothing is stored.
    const content = await buffer(incoming);
    if (content.length !== Number(incoming.headers['content-length']))
      throw new S3Fault(400, 'IncompleteBody');
    const type = incoming.headers['content-type'] ?? '';
    const modified = new Date(Date.now() + 1000 * this.clockOffsetSeconds);
    this.objects.set(key, { content, type, modified });
    answer.writeHead(200, { etag: toETag(content) }).end();
  }

  private delete(key: string, answer: ServerResponse): void {
    this.objects.delete(key);
    answer.writeHead(204).end();
  }

  private get(key: string, incoming: IncomingMessage, answer: ServerResponse): void {
    const found = this.objects.get(key);
    if (found === undefined) throw new S3Fault(404, 'NoSuchKey');
    const { content, type, modified } = found;
    const headers = { etag: toETag(content), 'content-type': type, 'last-modified': modified.toUTCString() };
    const range = /^bytes=(?<first>\d+)-(?<last>\d+)$/.exec(incoming.headers.range ?? '')?.groups;
    if (range === undefined) {
      answer.writeHead(200, { ...headers, 'content-length': content.length });
      answer.end(incoming.method === 'HEAD' ? undefined : content);
      return;
    }
    const first = Number(range['first']);
    if (first >= content.length) throw new S3Fault(416, 'InvalidRange');
    const part = content.subarray(first, Number(range['last']) + 1);
    const contentRange = `bytes ${first}-${first + part.length - 1}/${content.length}`;
    answer
      .writeHead(206, { ...headers, 'content-length': part.length, 'content-range': contentRange })
      .end(part);
  }

  private list(parameters: URLSearchParams, answer: ServerResponse): void {
    const prefix = parameters.get('prefix') ?? '';
    const token = parameters.get('continuation-token');
    const after =
      token === null ? (parameters.get('start-after') ?? '') : Buffer.from(token, 'base64').toString();
    const maximum = Math.min(1000, Number(parameters.get('max-keys') ?? 1000));
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, maximum);
    const isTruncated = keys.length > maximum;
    const next = isTruncated ? Buffer.from(page.at(-1) ?? '').toString('base64') : undefined;
    const elements = { Name: this.bucket, Prefix: prefix, MaxKeys: maximum, KeyCount: page.length };
    const contents = page.map((key) => {
      const { content, modified } = this.objects.get(key) as StoredBody;
      const stored = { Key: key, LastModified: modified.toISOString(), Size: content.length };
      return `<Contents>${toXml({ ...stored, ETag: toETag(content), StorageClass: 'STANDARD' })}</Contents>`;
    });
    const all = toXml({ ...elements, IsTruncated: isTruncated, NextContinuationToken: next });
    sendXml(answer, 200, `<ListBucketResult>${all}${contents.join('')}</ListBucketResult>`);
  }
}

/** Signature Version 4; its value is the affair of the SDK. */
function assertSigned({ headers }: IncomingMessage): void {
  const scope = /^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/us-east-1\/s3\/aws4_request, /;
  if (!scope.test(headers.authorization ?? '')) throw new S3Fault(403, 'AccessDenied');
}

function toETag(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}

function toXml(elements: Elements): string {
  return Object.entries(elements)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${String(value)}</${name}>`)
    .join('');
}

function sendXml(answer: ServerResponse, status: number, xml: string): void {
  answer.writeHead(status, { 'content-type': 'application/xml' });
  answer.end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

function sendFault(incoming: IncomingMessage, answer: ServerResponse, error: unknown): void {
  incoming.resume();
  const { status, code } = error instanceof S3Fault ? error : new S3Fault(500, 'InternalError');
  if (incoming.method === 'HEAD') answer.writeHead(status).end();
  else sendXml(answer, status, `<Error>${toXml({ Code: code, Message: code })}</Error>`);
}
