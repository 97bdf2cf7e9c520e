import { decodeText, isJsonObject, type JsonObject } from '@content-service/kernel';
import { parseLossless } from './parse-lossless.js';
import { SourceFault } from './source.errors.js';

export interface RequestLimits {
  /** For one request with its whole body. */
  readonly timeoutMs: number;
  /** After decompression. */
  readonly bytesMaximum: number;
}

/** An answer whose body has arrived. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  /** @throws SourceFault when the body is no JSON object */
  readonly parse: () => JsonObject;
}

/**
 * Sends a request. Redirects are not followed: their `Location` could lead to another host.
 *
 * @throws SourceFault when the body is too large, TypeError when the connection fails, DOMException after the time limit
 */
export async function requestJson(
  url: URL,
  init: RequestInit,
  { timeoutMs, bytesMaximum }: RequestLimits,
): Promise<JsonResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...init, redirect: 'manual', signal });
  const body = await readBody(response, url, bytesMaximum);
  return {
    status: response.status,
    headers: response.headers,
    parse: () => parseObject(body, url, response.headers),
  };
}

async function readBody(response: Response, url: URL, bytesMaximum: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop cancels the body, so the rest is not received.
    if (size > bytesMaximum)
      throw new SourceFault(
        `${url.href} answered more than ${bytesMaximum} bytes. Try a smaller --page-size.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseObject(body: Buffer, url: URL, headers: Headers): JsonObject {
  let value: unknown;
  try {
    value = parseLossless(decodeText(body));
  } catch {
    const type = headers.get('content-type') ?? 'no content type';
    throw new SourceFault(`${url.href} answered no JSON (${type}).`);
  }
  if (!isJsonObject(value)) throw new SourceFault(`${url.href} answered no JSON object.`);
  return value;
}
