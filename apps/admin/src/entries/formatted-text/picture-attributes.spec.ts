import { hasUndescribedPicture } from './picture-attributes.js';

describe('hasUndescribedPicture', () => {
  it.each([
    ['<p>no picture, alt</p>', false],
    ['<p><img src="/a" alt="A tram"></p>', false],
    ['<p><img src="/a" alt=""></p>', false],
    ['<p><img src="/a" alt></p>', false],
    ['<p><IMG ALT=a src="/a"/></p>', false],
    ['<p><img src="/a"></p>', true],
    ['<p><img src="/a" data-alt="b"></p>', true],
    ['<p><img src="/a" data-caption="1 > 0 alt=b"></p>', true],
    ['<p><img src="/a" alt="b"><img src="/c"></p>', true],
  ])('answers for %s: %s', (html, answer) => {
    expect(hasUndescribedPicture(html)).toBe(answer);
  });
});
