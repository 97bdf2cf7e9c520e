import type { Readable } from 'node:stream';
import { create as createContentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { Injectable } from '@nestjs/common';
import { FILE_TYPE } from '@content-service/bundles';
import { type ByteRange, type FileKey, FileStore, isShownInline } from '@content-service/files';
import type { Uuid } from '@content-service/kernel';
import { Config } from '../../platform/config/config.js';
import { createCachingHeaders } from '../../platform/edge-cache/caching-headers.js';
import { RangeNotSatisfiable, RouteNotFound } from '../protocol/http.errors.js';
import { findUnchangedETag } from '../protocol/preconditions.js';
import { sendEmpty } from '../protocol/send.js';

/** How long browsers and shared caches keep a file: its bytes never change, but it can be unpublished. */
const MAX_AGE_SECONDS = 86_400;

/** Nothing runs in a file that a browser opens, and nothing is loaded by it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** An object that is sent: the bytes of a file, or a picture that was made from it. */
export interface SentObject {
  /** The id of the file. */
  readonly id: Uuid;
  readonly name: string;
  readonly mediaType: string;
  readonly published: boolean;
  readonly etag: string;
  readonly key: FileKey;
  /** The size, which is asked only when a body or its length is sent; `undefined` when there is no such object. */
  readonly findBytes: () => Promise<number | undefined>;
}

/** Sends objects of the place of files, or parts of them. */
@Injectable()
export class FileResponses {
  constructor(
    private readonly store: FileStore,
    private readonly config: Config,
  ) {}

  /** @throws RouteNotFound, RangeNotSatisfiable, DocumentChanged, FileStoreUnavailable, and what `findBytes` throws */
  async send(object: SentObject, request: Request, response: Response): Promise<void> {
    if (findUnchangedETag(request.headers, object.etag) === undefined) {
      await this.sendBytes(object, request, response);
      return;
    }
    this.setHeaders(response, object);
    sendEmpty(response, 304);
  }

  private setHeaders(response: Response, { id, name, mediaType, published, etag }: SentObject): void {
    const settings = { publicMaxAgeSeconds: MAX_AGE_SECONDS, sharedMaxAgeSeconds: MAX_AGE_SECONDS };
    const caching = createCachingHeaders({ settings, cacheTags: this.config.edgeCache.tags }, () => ({
      entries: [{ type: FILE_TYPE, id }],
      types: [],
    }));
    const headers = published ? caching : { 'Cache-Control': 'private, no-cache' };
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    const type = isShownInline(mediaType) ? 'inline' : 'attachment';
    response
      .setHeader('ETag', etag)
      .setHeader('Content-Type', mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType)
      .setHeader('Content-Disposition', createContentDisposition(name, { type }))
      .setHeader('Content-Security-Policy', POLICY)
      .setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
      .setHeader('Accept-Ranges', 'bytes')
      .vary('Authorization');
  }

  /** Sends the whole object, or the one part that `Range` names (RFC 9110 §14). */
  private async sendBytes(object: SentObject, request: Request, response: Response): Promise<void> {
    const bytes = await object.findBytes();
    if (bytes === undefined) throw new RouteNotFound();
    const range = findRange(request, bytes, object.etag);
    if (range === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${bytes}`);
      throw new RangeNotSatisfiable();
    }
    const stream = request.method === 'HEAD' ? undefined : await this.store.open(object.key, range);
    if (stream === undefined && request.method !== 'HEAD') throw new RouteNotFound();
    // Not before: an error has another type, and no cache may store it.
    this.setHeaders(response, object);
    const { first, last } = range ?? { first: 0, last: bytes - 1 };
    response.setHeader('Content-Length', last - first + 1);
    if (range !== undefined) response.setHeader('Content-Range', `bytes ${first}-${last}/${bytes}`);
    response.status(range === undefined ? 200 : 206);
    // Middleware waits for the end of each response, and the stream too: Node.js would warn of more than ten.
    response.setMaxListeners(20);
    if (stream === undefined) response.end();
    else pipeTo(response, stream);
  }
}

/**
 * Sends a stream. The client may go away at any time, which ends the stream. `pipeline` does the same, but creates an error with its
 * stack for every response.
 */
function pipeTo(response: Response, stream: Readable): void {
  stream.once('error', () => response.destroy());
  if (response.destroyed) {
    stream.destroy();
    return;
  }
  response.on('error', () => undefined).once('close', () => stream.destroy());
  stream.pipe(response);
}

const RANGE = /^bytes=(?<first>\d*)-(?<last>\d*)$/;

/** Several ranges, an invalid one, and one of another version of the object are answered by the whole object (RFC 9110 §14.2). */
function findRange(
  { headers }: Request,
  bytes: number,
  etag: string,
): ByteRange | 'unsatisfiable' | undefined {
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const { first = '', last = '' } = RANGE.exec(headers.range ?? '')?.groups ?? {};
  if (first === '' && last === '') return undefined;
  const range =
    first === ''
      ? { first: Math.max(0, bytes - Number(last)), last: bytes - 1 }
      : { first: Number(first), last: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
  if (last !== '' && first !== '' && Number(last) < Number(first)) return undefined;
  return range.first < bytes ? range : 'unsatisfiable';
}
