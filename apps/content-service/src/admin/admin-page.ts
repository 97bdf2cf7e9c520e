import { randomBytes } from 'node:crypto';

/** What the build leaves in the page for us to fill in (`apps/admin/vite.config.js`, `apps/admin/index.html`). */
const NONCE = 'CSP_NONCE';
const BASE = '<base href="/admin/"';

/**
 * The page of the administration, for one answer.
 *
 * @param built `index.html` as the build made it
 * @param basePath the path of the base URL, without a slash at its end
 * @returns its HTML, and the policy that goes with it
 */
export function adminPage(built: string, basePath: string): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64');
  const html = built.replaceAll(NONCE, nonce).replace(BASE, `<base href="${basePath}/admin/"`);
  return { html, policy: adminPolicy(nonce) };
}

/**
 * Only our own files run, and requests go to this service alone. Styles are ours or carry the nonce: the components write
 * some of theirs while they run. Pictures in texts may come from anywhere, as on the site that shows them.
 */
function adminPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
