import express, { type Request, type Response } from 'express';
import { DomainError } from '@content-service/kernel';

/** The body is larger than this deployment accepts. */
class BodyTooLarge extends DomainError {
  constructor(maximum: number) {
    super('body_too_large', `The body has more than ${maximum} bytes.`);
  }
}

/** The body arrived damaged: compressed in a way that is not understood, or cut off. */
class BodyUnreadable extends DomainError {
  constructor(cause: unknown) {
    super('invalid_body', 'The body could not be received or decompressed.', { cause });
  }
}

/**
 * Reads the bytes of a body when somebody asks. No middleware does, so the guards decide on a request before a byte of
 * its body is looked at: without a valid token, a broken or huge body is 401.
 *
 * @returns a function that throws BodyTooLarge, also for what is too large after decompression, and BodyUnreadable
 */
export function bodyReader(limitBytes: number): (request: Request, response: Response) => Promise<Buffer> {
  const read = express.raw({ type: () => true, limit: limitBytes });
  return (request, response) =>
    new Promise((resolve, reject) => {
      read(request, response, (error?: Error & { status?: number }) => {
        const body: unknown = request.body;
        if (error === undefined) resolve(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
        else reject(error.status === 413 ? new BodyTooLarge(limitBytes) : new BodyUnreadable(error));
      });
    });
}
