import { parseLocalRedirect } from './local-redirect.js';

describe('parseLocalRedirect', () => {
  it.each([
    '/',
    '/admin',
    '/admin/entries?page=2',
    '/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fwww.example%2Fcb%3Fx%3D1&state=%22%20%0A%5C%C3%A9+%25',
    '/a%20b',
    '/@evil.example',
    '/a//b',
    '/a?b=\\c',
    '/caf%C3%A9',
  ])('returns %j unchanged', (path) => {
    expect(parseLocalRedirect(path)).toBe(path);
  });

  it.each([
    ['/a/../b', '/b'],
    ['/a#part', '/a'],
    ['/ /b', '/%20/b'],
  ])('normalizes %j', (given, normal) => {
    expect(parseLocalRedirect(given)).toBe(normal);
  });

  it.each([
    '',
    'admin',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%5Cevil.example',
    '/%2Fevil.example',
    '/%2fevil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    '/\n/evil.example',
    '/%0D%0ASet-Cookie:x',
    ' /admin',
    '/\u0000/evil.example',
    '/\u0085/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    '//user:password@evil.example/',
    'user@evil.example/',
    '/%zz',
    '/admin?x=\r\nSet-Cookie:x',
    '?x',
    '#x',
  ])('refuses %j', (text) => {
    expect(parseLocalRedirect(text)).toBeUndefined();
  });
});
