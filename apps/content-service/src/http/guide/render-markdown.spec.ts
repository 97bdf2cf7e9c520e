import { renderMarkdown } from './render-markdown.js';

const render = (markdown: string): string =>
  renderMarkdown(markdown, 'docs/runbooks/memory.md', '/docs/guide/').html.trim();

describe('renderMarkdown', () => {
  it.each([
    ['a page of the same folder', '[x](overload.md)', '<p><a href="/docs/guide/runbooks/overload">x</a></p>'],
    ['a heading of another page', '[x](../events.md#a)', '<p><a href="/docs/guide/events#a">x</a></p>'],
    ['the README', '[x](../../README.md)', '<p><a href="/docs/guide/readme">x</a></p>'],
    ['a heading of the page', '[x](#a)', '<p><a href="#a">x</a></p>'],
    [
      'another site',
      '[x](https://example.com/a?b=1&c)',
      '<p><a href="https://example.com/a?b=1&amp;c">x</a></p>',
    ],
  ])('resolves a link to %s', (_, markdown, html) => {
    expect(render(markdown)).toBe(html);
  });

  it('shows a link to a file that is not served as text', () => {
    expect(render('[`evaluate.ts`](../../libs/entries/src/query/evaluate.ts)')).toBe(
      '<p><code>evaluate.ts</code></p>',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src="x" onerror="alert(1)">',
    '[x](javascript:alert(1))',
    '![x](https://example.com/x.png)',
    '<iframe src="https://example.com"></iframe>',
    '<style>p { color: red }</style>',
  ])('keeps nothing that runs or loads anything of %s', (markdown) => {
    expect(render(markdown)).not.toMatch(/script|onerror|example\.com|iframe|style/);
  });

  it('gives headings the anchors of GitHub, and lists those of the second level', () => {
    const page = renderMarkdown('# The `a` & b\n\n## C d\n\n### e\n\n## C d', 'README.md', '/docs/guide/');

    expect(page.title).toBe('The a & b');
    expect(page.headings).toEqual([
      { id: 'c-d', text: 'C d' },
      { id: 'c-d-1', text: 'C d' },
    ]);
    expect(page.html).toContain('<h1 id="the-a--b">The <code>a</code> &amp; b</h1>');
  });
});
