import { adminPage } from './admin-page.js';

const BUILT =
  '<base href="/admin/" /><meta property="csp-nonce" nonce="CSP_NONCE"><script nonce="CSP_NONCE" src="./a.js">';

describe('adminPage', () => {
  it('writes one nonce into the page and its policy', () => {
    const { html, policy } = adminPage(BUILT, '');

    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(html).toBe(BUILT.replaceAll('CSP_NONCE', nonce));
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
  });

  it('writes another one into every answer', () => {
    expect(adminPage(BUILT, '').html).not.toBe(adminPage(BUILT, '').html);
  });

  it('lets nothing run but files of the service', () => {
    expect(adminPage(BUILT, '').policy).toContain("script-src 'self';");
  });

  it('puts the files below the path of the base URL', () => {
    expect(adminPage(BUILT, '/cms').html).toContain('<base href="/cms/admin/" />');
  });
});
