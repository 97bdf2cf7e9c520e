import { createHmac } from 'node:crypto';
import { SITES } from './front-end.js';

interface Drafts {
  readonly verifyDraftLink: (parameters: URLSearchParams, secret: string | undefined) => string | undefined;
  readonly createDraftCookie: (secret: string) => string;
  readonly seesDrafts: (cookies: string | null, secret: string | undefined) => boolean;
}

const { verifyDraftLink, createDraftCookie, seesDrafts } = (await import(`${SITES}fetch/draft.js`)) as Drafts;

const SECRET = 'a-secret-of-editors';

/** The cookie that the site makes with a secret, for another time. */
function sign(expiresAt: number, secret: string): string {
  const signature = createHmac('sha256', secret).update(`draft ${expiresAt}`).digest('base64url');
  return `draft=${expiresAt}.${signature}`;
}

describe('examples/front-ends/fetch/draft.js', () => {
  const now = Math.floor(Date.now() / 1000);

  it('knows the cookie that it has made, among others', () => {
    const [cookie = ''] = createDraftCookie(SECRET).split(';');

    expect(seesDrafts(`theme=dark; ${cookie}; language=en`, SECRET)).toBe(true);
    expect(seesDrafts(sign(now + 60, SECRET), SECRET)).toBe(true);
  });

  it.each([
    ['no cookie', null],
    ['a cookie that is over', sign(now - 1, SECRET)],
    ['a cookie of another secret', sign(now + 60, 'b'.repeat(20))],
    ['a cookie whose time was changed', sign(now + 60, SECRET).replace(String(now + 60), String(now + 90))],
    ['a cookie with another name', `x${sign(now + 60, SECRET)}`],
  ])('shows no drafts with %s', (_, cookie) => {
    expect(seesDrafts(cookie, SECRET)).toBe(false);
  });

  it.each([undefined, '', 'short'])('opens nothing with the secret %p', (secret) => {
    const parameters = new URLSearchParams({ path: '/about', secret: secret ?? '' });

    expect(verifyDraftLink(parameters, secret)).toBeUndefined();
    expect(seesDrafts(sign(now + 60, secret ?? ''), secret)).toBe(false);
  });
});
