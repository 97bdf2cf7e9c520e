import { hasCompleteTags } from './has-complete-tags.js';

describe('hasCompleteTags', () => {
  it.each([
    '',
    'plain',
    '<p>One <em>and</em> <strong>two</strong></p><ul><li><p>three</p></li></ul>',
    '<p><a href="https://a.example/?b=c&amp;d">a</a><br>b<br /></p>',
    '<p>1 < 2</p>',
    '<a href="/a"><img alt="b > c" src=/c.png width=3 height="4" /></a>',
  ])('accepts %s', (html) => {
    expect(hasCompleteTags(html)).toBe(true);
  });

  it.each([
    '<p>a</p><!-- b -->',
    '<!doctype html><p>a</p>',
    '<p>a</p><style>p { color: red }</style>',
    '<p id=x <em>a</em></p>',
    '<p>a</p',
    '<p title="a>b</p>',
  ])('refuses %s', (html) => {
    expect(hasCompleteTags(html)).toBe(false);
  });
});
