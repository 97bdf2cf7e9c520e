import { defineField } from '@content-service/bundles';
import { FileAddresses } from './file-addresses.js';

const BODY = defineField('body', 'text_long');
const HERE = { path: '/files/1/sea.jpg', url: 'https://cms.example/files/1/sea.jpg' };

describe('FileAddresses', () => {
  /** Rewrites a text of a site with one file. */
  const rewrite = (html: string, path = '/sites/default/files/a b.jpg'): [string, string[]] => {
    const addresses = new FileAddresses('https://drupal.example', ['https://cdn.example']);
    const value = { value: html, format: 'full_html' };
    addresses.collect({ type: 'node--article', id: '1', attributes: { body: value }, relationships: {} });
    addresses.add(encodeURI(path), HERE);
    const unknown: string[] = [];
    const rewritten = addresses.rewrite(value, BODY, (address, isKnown) => {
      if (!isKnown) unknown.push(address);
    });
    return [(rewritten as { value: string }).value, unknown];
  };

  it.each([
    ['<img src="/sites/default/files/a%20b.jpg">', '<img src="/files/1/sea.jpg">'],
    ['<img src="/sites/default/files/a b.jpg">', '<img src="/files/1/sea.jpg">'],
    ["<a HREF = '/sites/default/files/a%20b.jpg'>", "<a HREF = '/files/1/sea.jpg'>"],
    ['<a href="/sites/default/files/a%20b.jpg?x=1&amp;y=2#p=3">', '<a href="/files/1/sea.jpg#p=3">'],
    [
      '<img src="https://drupal.example/sites/default/files/a%20b.jpg">',
      '<img src="https://cms.example/files/1/sea.jpg">',
    ],
    [
      '<img src="http://drupal.example/sites/default/files/a%20b.jpg">',
      '<img src="https://cms.example/files/1/sea.jpg">',
    ],
    [
      '<img src="//drupal.example/sites/default/files/a%20b.jpg">',
      '<img src="https://cms.example/files/1/sea.jpg">',
    ],
    [
      '<img src="/sites/default/files/styles/large/public/a%20b.jpg?itok=abc">',
      '<img src="/files/1/sea.jpg">',
    ],
    ['<img src="/sites/default/files/styles/large/public/a%20b.jpg.webp">', '<img src="/files/1/sea.jpg">'],
    [
      '<img srcset="/sites/default/files/a%20b.jpg 1x,\n /other.jpg 2x, /sites/default/files/a%20b.jpg, x">',
      '<img srcset="/files/1/sea.jpg 1x,\n /other.jpg 2x, /files/1/sea.jpg, x">',
    ],
    ['<video poster="/sites/default/files/a%20b.jpg">', '<video poster="/files/1/sea.jpg">'],
    ['<img data-src="/sites/default/files/a%20b.jpg">', '<img data-src="/sites/default/files/a%20b.jpg">'],
    ['<p>/sites/default/files/a%20b.jpg</p>', '<p>/sites/default/files/a%20b.jpg</p>'],
    ['<img src="/themes/a%20b.jpg">', '<img src="/themes/a%20b.jpg">'],
  ])('rewrites %s', (before, after) => {
    expect(rewrite(before)).toEqual([after, []]);
  });

  it.each([
    [
      'https://drupal.example/blog/sites/site.example/files/x/y.pdf',
      '/blog/sites/site.example/files/x/y.pdf',
    ],
    ['/system/files/styles/large/private/a.jpg', '/system/files/a.jpg'],
    ['https://cdn.example/x/y.pdf', 'https://cdn.example/x/y.pdf'],
    ['/uploads/y.pdf', '/uploads/y.pdf'],
  ])('finds the file of %s', (address, path) => {
    expect(rewrite(`<a href="${address}">`, path)[0]).toContain('/files/1/sea.jpg');
  });

  it.each([
    '/sites/default/files/lost.pdf',
    'https://drupal.example/sites/default/files/styles/large/public/lost.jpg',
    '/system/files/lost.pdf',
  ])('tells that the file of %s is not known', (address) => {
    const html = `<a href="${address}">`;

    expect(rewrite(html)).toEqual([html, [address]]);
  });

  it.each([
    'https://other.example/sites/default/files/a.jpg',
    '/node/17',
    'mailto:a@b.example',
    '#top',
    '',
    '%',
  ])('leaves %j alone', (address) => {
    const html = `<a href="${address}">`;

    expect(rewrite(html)).toEqual([html, []]);
  });

  it('writes no address that ends its attribute', () => {
    const addresses = new FileAddresses('https://drupal.example', []);
    const value = { value: "<img src='/sites/default/files/it%27s.jpg'>", format: 'full_html' };
    addresses.collect({ type: 'node--article', id: '1', attributes: { body: value }, relationships: {} });
    addresses.add('/sites/default/files/it%27s.jpg', { path: "/files/1/it's.jpg", url: '' });

    expect(addresses.rewrite(value, BODY, () => undefined)).toMatchObject({
      value: "<img src='/files/1/it&#039;s.jpg'>",
    });
  });

  it.each(['srcset="', ' src="', ' src=', ' src   ', ',', ' href=" '])(
    'reads a hostile text of many %j',
    (part) => {
      expect(rewrite(`<img ${part.repeat(200_000)}>`)[1]).toEqual([]);
    },
  );
});
