import { formatColorSchemeAttribute } from './color-scheme.js';

describe('formatColorSchemeAttribute', () => {
  it.each([
    ['color-scheme=dark', ' data-color-scheme="dark"'],
    ['session=1; color-scheme=light', ' data-color-scheme="light"'],
    ['color-scheme=auto', ''],
    ['color-scheme="><script>', ''],
    ['xcolor-scheme=dark', ''],
    [undefined, ''],
  ])('of the cookies %j is %j', (cookie, attribute) => {
    expect(formatColorSchemeAttribute({ headers: { cookie } })).toBe(attribute);
  });
});
