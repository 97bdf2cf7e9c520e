import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '../oauth/pages/page.js';
import { resolvePackageFile } from '../../platform/files/package-files.js';
import { escapeHtml, formatText } from '../../platform/texts/format-text.js';

/** Placeholders of the build, replaced in every response (`apps/admin/vite.config.js`, `apps/admin/index.html`). */
const NONCE = 'CSP_NONCE';
const BASE = '<base href="/admin/"';
const SITE = '<meta name="site" content=""';

/** The icon of the built page. */
const ICON = /<link rel="icon"[^>]*>/;

/** How the page shows the site; see `SiteAppearance`. */
export interface ShownSite {
  /** The path of the base URL, without a trailing slash. */
  readonly basePath: string;
  readonly name: string;
  /** The paths of pictures. */
  readonly logo?: string | undefined;
  readonly icon?: string | undefined;
  readonly shades?: readonly string[] | undefined;
}

/**
 * The page of the administration with a nonce of its own, for one response.
 *
 * @param built `index.html` as the build wrote it
 * @param frames the addresses of the sites that it shows in frames
 * @returns its HTML and its Content-Security-Policy
 */
export function createAdminPage(
  built: string,
  { basePath, name, logo, icon, shades }: ShownSite,
  frames: readonly string[] = [],
): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64');
  const site = escapeHtml(JSON.stringify({ name, logo, shades }));
  const html = built
    .replaceAll(NONCE, nonce)
    .replace(BASE, `<base href="${basePath}/admin/"`)
    .replace(SITE, () => `<meta name="site" content="${site}"`)
    .replace(ICON, (link) => (icon === undefined ? link : `<link rel="icon" href="${icon}" />`));
  return { html, policy: buildAdminPolicy(nonce, frames) };
}

/**
 * Scripts and requests are limited to this service. Styles come from this service or carry the nonce, since
 * components insert styles at run time. Images in formatted text may have any origin, as on the site that shows them;
 * images that were uploaded are shown from memory (`blob:`) until an entry links them. Frames show the previews of the sites of the
 * setting `previewSites`, and pages of their origins alone.
 */
function buildAdminPolicy(nonce: string, frames: readonly string[]): string {
  const origins = [...new Set(frames.map((url) => new URL(url).origin))];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    `frame-src ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page that is sent when the administration has not been built. */
export const NOT_BUILT: Page = {
  title: formatText('admin.notBuilt'),
  body: `
  <h1>${formatText('admin.notBuilt')}</h1>
  <p>${formatText('admin.build')}</p>
`,
  formTargets: 'nowhere',
};

/** The folder of the built administration. */
export const ADMIN = resolvePackageFile('../admin/dist/');

/** Files with a hash of their content in their names, and compressed copies. */
export const ASSETS = join(ADMIN, 'assets');

/** The built `index.html`, read on every call, since a build may replace it; `undefined` without a build. */
export async function readBuiltPage(): Promise<string | undefined> {
  try {
    return await readFile(join(ADMIN, 'index.html'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
