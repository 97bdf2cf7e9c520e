import type { Response } from 'express';

/** The reference's form of it; JSON has no such parameter (RFC 8259 §11) and no client minds. */
export const JSON_UTF8 = 'application/json; charset=UTF-8';

/** Sends JSON that no cache may keep (RFC 6749 §5.1). */
export function sendJson(response: Response, status: number, mediaType: string, value: object): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Pragma', 'no-cache');
  response.writeHead(status, { 'Content-Type': mediaType, 'Content-Length': bytes.length });
  response.end(bytes);
}
