import { PassThrough, type Readable } from 'node:stream';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { isMediaTypeInUtf8, parseContentType, UnsupportedMediaType } from '@content-service/jsonapi';
import { Overloaded } from '../../platform/load/load.errors.js';
import { receiveBody } from '../../platform/load/open-request-registry.js';
import { BodyTooLarge, BodyUnreadable } from './http.errors.js';

/**
 * Creates a function that reads the bytes of a body on demand. No middleware reads bodies, so the guards run before a
 * byte of the body is read: without a valid token, an invalid or huge body is 401.
 *
 * @returns a function that throws BodyTooLarge (the limit applies after decompression), BodyUnreadable and Overloaded
 */
export function createBodyReader(
  limitBytes: number,
): (request: Request, response: Response) => Promise<Buffer> {
  const parser = express.raw({ type: () => true, limit: limitBytes });
  return async (request, response) => {
    try {
      return await readRawBody(parser, request, response);
    } catch (error) {
      if (error instanceof Overloaded) throw error;
      const isTooLarge = error instanceof Error && 'status' in error && error.status === 413;
      throw isTooLarge ? new BodyTooLarge(limitBytes) : new BodyUnreadable(error);
    }
  };
}

/**
 * Reads the bytes of a body with a parser made by `express.raw`; empty without a body.
 *
 * @throws the errors of Express, which have a `status`; Overloaded
 */
export function readRawBody(parser: RequestHandler, request: Request, response: Response): Promise<Buffer> {
  const read = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      void parser(request, response, (error?: unknown) => {
        const body: unknown = request.body;
        if (error === undefined) resolve(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- Express passes its error on unchanged
        else reject(error);
      });
    });
  return receiveBody(response, read);
}

/**
 * Passes a body on while it arrives. What still arrives after `consume` has failed is dropped, so that the client reads the response.
 * The stream in between is there since the rate of a body is watched while it flows; `pipeline` would end the connection with an error.
 *
 * @throws what `consume` throws; the stream fails with BodyUnreadable when the client goes away
 */
export async function consumeBody<Result>(
  body: Readable,
  consume: (flowing: PassThrough) => Promise<Result>,
): Promise<Result> {
  // An error can come before or after the stream is read, when nothing else listens.
  const flowing = new PassThrough().on('error', () => undefined);
  const fail = (cause?: unknown): void => {
    if (!body.readableEnded) flowing.destroy(new BodyUnreadable(cause));
  };
  body.once('error', fail).once('close', fail);
  body.pipe(flowing);
  try {
    return await consume(flowing);
  } catch (error) {
    body.unpipe(flowing);
    body.resume();
    throw error;
  }
}

/** Whether a request announces a body that is not empty (RFC 9112 §6). */
export function hasBody({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const JSON_TYPE = 'application/json';

/**
 * Rejects a Content-Type other than JSON in UTF-8. The only accepted parameter is `charset`, since JSON defines none
 * (RFC 8259 §11).
 *
 * @throws UnsupportedMediaType
 */
export function assertJsonContentType(header: string | undefined): void {
  const contentType = parseContentType(header);
  const names = [...(contentType?.parameters.keys() ?? [])];
  if (isMediaTypeInUtf8(JSON_TYPE, contentType) && names.every((name) => name === 'charset')) return;
  throw UnsupportedMediaType.create(`'${JSON_TYPE}'`, header);
}
