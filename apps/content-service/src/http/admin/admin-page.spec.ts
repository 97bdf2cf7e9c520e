import { createAdminPage } from './admin-page.js';

const BUILT =
  '<base href="/admin/" /><meta property="csp-nonce" nonce="CSP_NONCE"><script nonce="CSP_NONCE" src="./a.js">';

const SITE = { basePath: '', name: 'example.org' };

describe('createAdminPage', () => {
  it('puts the same nonce into the page and its policy', () => {
    const { html, policy } = createAdminPage(BUILT, SITE);

    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(html).toBe(BUILT.replaceAll('CSP_NONCE', nonce));
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
  });

  it('creates another nonce for every response', () => {
    expect(createAdminPage(BUILT, SITE).html).not.toBe(createAdminPage(BUILT, SITE).html);
  });

  it('allows no scripts except files of the service', () => {
    expect(createAdminPage(BUILT, SITE).policy).toContain("script-src 'self';");
  });

  it('allows frames with pages of the sites of previews alone', () => {
    const sites = [
      'https://www.example.com/api/draft',
      'https://www.example.com/x',
      'http://[::1]:8080/draft',
    ];

    expect(createAdminPage(BUILT, SITE, sites).policy).toContain(
      '; frame-src https://www.example.com http://[::1]:8080;',
    );
    expect(createAdminPage(BUILT, SITE).policy).toContain("; frame-src 'none';");
  });

  it('prefixes the paths of files with the path of the base URL', () => {
    expect(createAdminPage(BUILT, { ...SITE, basePath: '/cms' }).html).toContain(
      '<base href="/cms/admin/" />',
    );
  });
});
