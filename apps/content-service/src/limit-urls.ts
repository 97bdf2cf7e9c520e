import type { RequestHandler } from 'express';
import { UrlTooLong } from './jsonapi/route.errors.js';

// Far above what any client sends: Node by default reads no more than 16 KiB of request line and headers.
const LENGTH_MAXIMUM = 65_536;

/** Refuses a URL that is too long before anything reads it, or repeats it in an answer. */
export const limitUrls: RequestHandler = ({ originalUrl: { length } }, _, next) => {
  next(length > LENGTH_MAXIMUM ? new UrlTooLong(length, LENGTH_MAXIMUM) : undefined);
};
