import { isEditable } from './is-editable.js';

describe('isEditable', () => {
  it.each([
    '',
    'plain',
    '<p>One <em>and</em> <strong>two</strong></p><ul><li><p>three</p></li></ul>',
    '<p><a href="https://a.example/?b=c&amp;d">a</a><br>b<br /></p>',
    '<ol start="3"><li>x</li></ol>',
    '<p>1 < 2</p>',
    '<p><img src="a.png" alt=""></p>',
    '<p><a href="/a"><img data-entity-uuid="1" data-entity-type="file" alt="b" src=/c.png width=3 height="4" /></a></p>',
  ])('accepts %s', (html) => {
    expect(isEditable(html)).toBe(true);
  });

  it.each([
    '<table><tr><td>1</td></tr></table>',
    '<p><img src="a.png" alt="" title="b"></p>',
    '<p><img alt=" src=a"></p>',
    '<p><img src="" alt="b"></p>',
    '<p><img src="data:image/png;base64,AAAA" alt="b"></p>',
    '<p class="lead">a</p>',
    '<a href="x" hreflang="de">a</a>',
    '<h2 id="top">a</h2>',
    '<h5>a</h5>',
    '<p>a</p><!-- b -->',
    '<P CLASS=x>a</P>',
    '<p id=x <em>a</em></p>',
    '<p>a</p',
    '<p title="a>b</p>',
  ])('refuses %s', (html) => {
    expect(isEditable(html)).toBe(false);
  });
});
