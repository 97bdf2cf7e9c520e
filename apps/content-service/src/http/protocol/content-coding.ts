import { constants, gzip } from 'node:zlib';
import type { Response } from 'express';
import { toCompressedETag } from '@content-service/jsonapi';

/** In bytes. A shorter body is sent as it is: it needs few packets, whatever its coding. */
const MINIMUM_LENGTH = 4096;

/** Measured on pages of JSON:API: level 6 takes three times as long for a fifth less. */
const OPTIONS = { level: constants.Z_BEST_SPEED };

/** The setting of the Express application, by the variable `COMPRESSION`. */
export const COMPRESSION = 'compression';

/**
 * Ends a response with a body, compressed by gzip when it is long and the client accepts that (RFC 9110 §12.5.3). The ETag of a
 * compressed body is another one (§8.8.3.3).
 */
export function sendBody(response: Response, status: number, mediaType: string, body: string | Buffer): void {
  const send = (bytes: string | Buffer): void => {
    response.writeHead(status, { 'Content-Type': mediaType, 'Content-Length': Buffer.byteLength(bytes) });
    response.end(bytes);
  };
  if (body.length < MINIMUM_LENGTH || !varyByCoding(response) || !acceptsCoding(response, 'gzip')) {
    send(body);
    return;
  }
  gzip(body, OPTIONS, (error, compressed) => {
    // The time limit of the request can have passed, and the client can have gone.
    if (response.headersSent || response.destroyed) return;
    if (error === null) {
      response.setHeader('Content-Encoding', 'gzip');
      const tag = response.getHeader('ETag');
      if (typeof tag === 'string') response.setHeader('ETag', toCompressedETag(tag));
    }
    send(error === null ? compressed : body);
  });
}

/** Announces that the coding depends on the request. @returns whether answers are compressed */
export function varyByCoding(response: Response): boolean {
  const isEnabled = response.app.enabled(COMPRESSION);
  if (isEnabled) response.vary('Accept-Encoding');
  return isEnabled;
}

/** Whether the client accepts the coding as well as others, or better. */
export function acceptsCoding({ req }: Response, coding: 'br' | 'gzip'): boolean {
  return req.headers['accept-encoding'] !== undefined && req.acceptsEncodings(coding) === coding;
}
