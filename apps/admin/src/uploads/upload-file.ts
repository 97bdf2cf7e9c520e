import { t } from '@lingui/core/macro';
import { ApiError, toApiError } from '../http/api-error.js';
import { buildUrl } from '../http/build-url.js';
import type { EntryDocument, Resource } from '../jsonapi/document.js';
import { accessTokenCache } from '../session/session.js';
import { rememberPreview } from './previews.js';
import { UploadQueue } from './upload-queue.js';

export interface UploadOptions {
  /** Gets the part that is sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** Uploads of this tab at a time: a service receives sixteen. */
const queue = new UploadQueue(3);

/**
 * Uploads a file when its turn comes, once more with a new token after a 401.
 *
 * @param path of a field, such as `/api/node/article/field_image`
 * @returns the entry of the file, which is hidden until an entry links it
 * @throws ApiError, the reason of the signal
 */
export function uploadFile(path: string, file: File, options: UploadOptions): Promise<Resource> {
  return queue.run(async () => {
    const first = await attempt(path, file, options, await accessTokenCache.get());
    const { status, body } =
      first.status === 401 ? await attempt(path, file, options, await accessTokenCache.renew()) : first;
    if (status < 200 || status > 299) throw toApiError(status, body);
    const { data } = body as EntryDocument;
    rememberPreview(data.id, file);
    return data;
  }, options.signal);
}

interface Answer {
  readonly status: number;
  /** Parsed JSON; `undefined` for another media type. */
  readonly body: unknown;
}

/** By XMLHttpRequest: `fetch` does not tell how much of a body is sent. */
function attempt(
  path: string,
  file: File,
  { onProgress, signal }: UploadOptions,
  token: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => {
      request.abort();
    };
    request.open('POST', buildUrl(path));
    request.setRequestHeader('Accept', 'application/vnd.api+json');
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader(...formatDisposition(file.name));
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      resolve({ status: request.status, body: parseJson(request.responseText) });
    };
    request.onerror = () => {
      reject(new ApiError(0, t`The connection was lost before the file was received.`, []));
    };
    request.onabort = () => {
      reject(signal.reason as Error);
    };
    request.onloadend = () => {
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    request.send(file);
  });
}

/** The header with a name of any characters in UTF-8 (RFC 8187): browsers send no others. */
function formatDisposition(name: string): readonly ['content-disposition', string] {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return ['content-disposition', ['file;', `filename*=UTF-8''${encoded}`].join(' ')];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
