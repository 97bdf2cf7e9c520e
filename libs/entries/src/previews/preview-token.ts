import { isUuid, type Uuid } from '@content-service/kernel';

/** What opens one entry as its editors see it, until it expires. */
export interface PreviewToken {
  /** UNIX seconds. */
  readonly expiresAt: number;
  /** 32 hexadecimal digits of `PreviewSigner`. */
  readonly signature: string;
}

const EXPIRY = '[0-9a-z]{1,11}';
const SIGNATURE = '[0-9a-f]{32}';
const VERSION = new RegExp(`^preview:(${EXPIRY}):(${SIGNATURE})$`);
const PATH = new RegExp(`^/preview/([0-9a-f-]{36})/(${EXPIRY})-(${SIGNATURE})$`);

/** The value of `resourceVersion`: `preview:<expiry in base 36>:<signature>`. */
export function formatPreviewVersion({ expiresAt, signature }: PreviewToken): string {
  return `preview:${expiresAt.toString(36)}:${signature}`;
}

/** @returns `undefined` for text of another form */
export function parsePreviewVersion(text: string): PreviewToken | undefined {
  const [, expiry, signature] = VERSION.exec(text) ?? [];
  return toToken(expiry, signature);
}

/** The path of an entry that has none on the site yet: `/preview/<id>/<expiry in base 36>-<signature>`. */
export function formatPreviewPath(id: Uuid, { expiresAt, signature }: PreviewToken): string {
  return `/preview/${id}/${expiresAt.toString(36)}-${signature}`;
}

/** @returns `undefined` for a path of another form */
export function parsePreviewPath(
  path: string,
): { readonly id: Uuid; readonly token: PreviewToken } | undefined {
  const [, id = '', expiry, signature] = PATH.exec(path) ?? [];
  const token = toToken(expiry, signature);
  return token !== undefined && isUuid(id) ? { id, token } : undefined;
}

function toToken(expiry: string | undefined, signature: string | undefined): PreviewToken | undefined {
  if (expiry === undefined || signature === undefined) return undefined;
  return { expiresAt: Number.parseInt(expiry, 36), signature };
}
