import { InvalidValue } from '@content-service/bundles';
import { SanitizingTextFormatter } from './sanitizing-text-formatter.js';

const formatter = new SanitizingTextFormatter();

describe('toHtml', () => {
  it.each([null, 'plain_text'])('converts plain text to paragraphs (format %s)', (format) => {
    expect(formatter.toHtml('x', format)).toBe('<p>x</p>\n');
  });

  it.each([
    ['keeps line ends as breaks', 'a\nb\r\nc', '<p>a<br />\nb<br />\nc</p>\n'],
    ['parts paragraphs at empty lines', 'a\n \n\nb', '<p>a</p>\n<p>b</p>\n'],
    [
      'shows markup as text',
      '<b>"a" & \'b\'</b>',
      '<p>&lt;b&gt;&quot;a&quot; &amp; &#039;b&#039;&lt;/b&gt;</p>\n',
    ],
    ['leaves addresses alone', 'see https://example.com', '<p>see https://example.com</p>\n'],
    ['makes nothing of nothing', ' \n ', ''],
  ])('converts %s in plain text', (_, text, html) => {
    expect(formatter.toHtml(text, 'plain_text')).toBe(html);
  });

  it.each([
    ['<p>Lorem <em>ipsum</em>.</p>', '<p>Lorem <em>ipsum</em>.</p>'],
    ['plain words', 'plain words'],
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<p onclick="alert(1)" style="color:red" class="c">x</p>', '<p>x</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="/about">x</a>', '<a href="/about">x</a>'],
    ['<img src="a.png" alt="A" onerror="alert(1)">', '<img src="a.png" alt="A" />'],
    ['<h1>x</h1><table><tr><td>y</td></tr></table>', 'xy'],
    ['<p>unclosed', '<p>unclosed</p>'],
  ])('basic_html makes %s safe', (text, html) => {
    expect(formatter.toHtml(text, 'basic_html')).toBe(html);
  });

  it.each(['basic_html', 'full_html'])('%s keeps a picture of the library', (format) => {
    const picture =
      '<p><img src="https://cms.example.com/files/0190/tram.jpg" alt="A &quot;tram&quot;" width="320" height="200" data-entity-uuid="0190" /></p>';

    expect(formatter.toHtml(picture, format)).toBe(picture);
  });

  it.each([
    'javascript:alert(1)',
    ' jAvAsCrIpT:alert(1)',
    'java&#10;script:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'DATA:image/png;base64,AAAA',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://cms.example.com/1',
    'ftp://example.com/a.png',
    'mailto:a@example.com',
  ])('no HTML format keeps the address %s of a picture', (address) => {
    const text = `<img src="${address}" alt="x" data-entity-uuid="1" onload="alert(1)" style="x" />`;

    for (const format of ['basic_html', 'full_html'])
      expect(formatter.toHtml(text, format)).toBe('<img alt="x" data-entity-uuid="1" />');
  });

  it.each([
    ['target="_blank" rel="opener"', 'target="_blank" rel="noopener"'],
    ['target="other"', 'target="other" rel="noopener"'],
    ['target="other" rel="nofollow OPENER noopener"', 'target="other" rel="nofollow noopener"'],
    ['rel="nofollow"', 'rel="nofollow"'],
  ])('full_html gives a link with %s no opener', (written, kept) => {
    expect(formatter.toHtml(`<a href="/a" ${written}>x</a>`, 'full_html')).toBe(`<a href="/a" ${kept}>x</a>`);
  });

  it.each([
    ['<div class="box"><table><tr><td colspan="2">y</td></tr></table></div>'],
    ['<details open><summary>x</summary>y</details>'],
  ])('full_html keeps %s', (text) => {
    expect(formatter.toHtml(text, 'full_html')).toBe(text);
  });

  it.each([
    '<script>alert(1)</script>',
    '<style>*{display:none}</style>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"></form>',
    '<svg><script>alert(1)</script></svg>',
  ])('full_html drops %s', (text) => {
    expect(formatter.toHtml(text, 'full_html')).toBe('');
  });

  it('full_html removes event handlers, styles and script URLs', () => {
    const text =
      '<video poster="javascript:alert(1)" onplay="alert(1)" style="x" src="data:text/html,x"></video>';

    expect(formatter.toHtml(text, 'full_html')).toBe('<video></video>');
  });

  it.each(['basic_html', 'full_html'])('%s accepts elements nested 100 deep and refuses 101', (format) => {
    const nested = (depth: number): string => `${'<em>'.repeat(depth)}x${'</em>'.repeat(depth)}`;

    expect(formatter.toHtml(nested(100), format)).toBe(nested(100));
    expect(() => formatter.toHtml(nested(101), format)).toThrow(
      new InvalidValue(
        "HTML elements may nest at most 100 levels deep; '<em>' is deeper. Is every element closed?",
      ),
    );
  });

  it.each(['<b>', '<ul><li>', '<p><b>', '<svg><p>', '<script></script><i>'])(
    'basic_html refuses more than 100 unclosed elements of %s',
    (tag) => {
      expect(() => formatter.toHtml(tag.repeat(101), 'basic_html')).toThrow(InvalidValue);
    },
  );

  it.each(['<p>', '<br>', '<p>x</p>', '<ul><li>x<li>y</ul>', '<img src="a">', '</b>'])(
    'basic_html accepts any number of %s',
    (tag) => {
      expect(() => formatter.toHtml(tag.repeat(1000), 'basic_html')).not.toThrow();
    },
  );
});
