const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);
const article = (attributes: string, rest = ''): string =>
  `{"data":{"type":"node--article","attributes":${attributes}${rest}}}`;
const ofTitle = (title: string): string => `filter[title]=${encodeURIComponent(title)}`;
const numbered = (amount: number, text: (n: number) => string): string =>
  Array.from({ length: amount }, (_, n) => text(n)).join('&');

/** Query strings by kind of attack and label. */
export const HOSTILE_QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'JavaScript property names': {
    'a prototype as a family': '__proto__[x]=1&constructor[prototype][x]=1',
    'a prototype as a filter': 'filter[__proto__][value]=1&filter[constructor]=1&filter[hasOwnProperty]=1',
    'a prototype as a group':
      'filter[__proto__][group][conjunction]=AND&filter[a][condition][memberOf]=__proto__',
    'a prototype as a page': 'page[__proto__]=1&page[constructor]=1',
    'a prototype as a type': 'fields[__proto__]=title&fields[constructor]=title',
    'a method as a sort': 'sort=toString',
    'a method as an include': 'include=valueOf.__proto__',
    'a method as a boolean': 'filter[status]=toString',
    'methods as booleans': 'filter[status][operator]=IN&filter[status][value][]=constructor',
    'a method as an operator': 'filter[title][value]=1&filter[title][operator]=toString',
  },
  SQL: {
    'a quote in a value': ofTitle(`' OR 1=1 --`),
    'a quote in a path': `filter[title'%20OR%201=1][value]=1`,
    'a statement in a sort': 'sort=title;DROP%20TABLE%20entries',
    'a statement in an operator': 'filter[title][value]=1&filter[title][operator]=;DROP%20TABLE%20entries',
    'a comment in a list': `filter[a][condition][path]=title&filter[a][condition][operator]=IN&filter[a][condition][value][]=1)/*`,
    wildcards: ofTitle('%_\\%'),
    'an id with SLEEP': `filter[id]=${encodeURIComponent(`' AND SLEEP(10) AND '1'='1`)}`,
    'a function as a number': 'filter[field_rating]=SLEEP(5)',
  },
  'broken encoding': {
    'a lone percent sign': 'filter[title]=%',
    'no hex digits': 'filter[title]=%zz',
    'no UTF-8': 'filter[title]=%ff%fe',
    'a lone surrogate': 'filter[title]=%ed%a0%80',
    'an overlong slash': 'filter[title]=%c0%af',
    'a null byte in a value': 'filter[title]=%00',
    'a null byte in a name': 'filter[ti%00tle]=x',
    'a null byte in a sort': 'sort=title%00',
    'a line break': 'filter[title]=a%0d%0aSet-Cookie:%20x=1',
    'unbalanced brackets': 'filter[title=1&filter]title[=2&[=3&]=4',
    'only separators': '=&=&&===&[]=&[][]=',
  },
  'excessive size': {
    'thousands of brackets': `filter${nested(1000, '[', ']')}=1`,
    'a thousand keys': `filter${'[a]'.repeat(1000)}=1`,
    'a path of a thousand steps': `filter[${Array(1000).fill('field_related').join('.')}.id]=1`,
    'a sort of thirty steps': `sort=${'field_related.'.repeat(30)}title`,
    'a sort of a hundred steps': `sort=${'field_related.'.repeat(100)}title`,
    'a filter of thirty steps': `filter[${'field_related.'.repeat(30)}title]=x`,
    'the longest path in the deepest group':
      numbered(
        99,
        (n) =>
          `filter[g${n}][group][conjunction]=${n % 2 ? 'AND' : 'OR'}&filter[g${n}][group][memberOf]=${n === 0 ? '@root' : `g${n - 1}`}`,
      ) +
      `&filter[${'field_related.'.repeat(8)}title][value]=x&filter[${'field_related.'.repeat(8)}title][memberOf]=g98`,
    'twenty sorts of eight steps': `sort=${Array(20)
      .fill(`${'field_related.'.repeat(8)}title`)
      .join(',')}`,
    'a hundred conditions of eight steps': numbered(
      100,
      (n) => `filter[c${n}][path]=${'field_related.'.repeat(8)}title&filter[c${n}][value]=${n}`,
    ),
    'hundreds of conditions of one step': numbered(
      330,
      (n) => `filter[c${n}][path]=field_tags.name&filter[c${n}][value]=${n}`,
    ),
    'an include of a hundred levels': `include=${Array(100).fill('field_related').join('.')}`,
    'a thousand include paths': `include=${Array(1000).fill('field_related').join(',')}`,
    'a thousand sorts': `sort=${Array(1000).fill('title').join(',')}`,
    'a number of a thousand digits': `page[offset]=${'9'.repeat(1000)}&page[limit]=${'9'.repeat(1000)}`,
    'a number out of range': 'filter[field_rating]=1e999',
    'a number above the range of doubles': 'filter[field_score]=1e400',
    'bounds above the range of doubles':
      'filter[field_score][operator]=BETWEEN&filter[field_score][value][]=-1e400&filter[field_score][value][]=1e400',
    'hundreds of conditions': numbered(
      200,
      (n) => `filter[c${n}][condition][path]=title&filter[c${n}][condition][value]=${n}`,
    ),
    'groups in a circle':
      'filter[a][group][memberOf]=b&filter[b][group][memberOf]=a&filter[a][group][conjunction]=OR&filter[b][group][conjunction]=OR',
    'a group in itself': 'filter[a][group][conjunction]=OR&filter[a][group][memberOf]=a',
    'an address of 100,000 characters': ofTitle('x'.repeat(100_000)),
  },
};

/** Bodies that the service must refuse. */
export const HOSTILE_BODIES: Readonly<Record<string, string | Buffer>> = {
  'nesting, a thousand deep': nested(1000, '[', ']'),
  'objects, a thousand deep': `${'{"data":'.repeat(1000)}1${'}'.repeat(1000)}`,
  'a hundred thousand members': article(`{"field_nothing":[${Array(100_000).fill('1').join(',')}]}`),
  'a hundred thousand identifiers': `{"data":[${Array(15_000).fill('{"type":"x","id":"1"}').join(',')}]}`,
  'a prototype': '{"__proto__":{"data":{"type":"node--article"}}}',
  'a prototype in data': '{"data":{"__proto__":{"type":"node--article","attributes":{"title":"x"}}}}',
  'a prototype in attributes': article('{"__proto__":{"title":"x"},"constructor":{"prototype":{}}}'),
  'a prototype in relationships': article('{}', ',"relationships":{"__proto__":{"data":null}}'),
  'a null byte': article('{"title":"a\\u0000b","field_rating":"x"}'),
  'a lone surrogate': article('{"title":"\\ud800","field_rating":"x"}'),
  'a number above the range of doubles': article('{"title":"x","field_rating":1e999}'),
  'no UTF-8': Buffer.concat([
    Buffer.from('{"data":{"type":"node--article","attributes":{"title":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}}}'),
  ]),
  'half a document': '{"data":{"type":"node--article","attributes":{"title":"x"',
  'two documents': `${article('{"title":"x"}')}${article('{"title":"x"}')}`,
  'a comment': `/* */${article('{"title":"x"}')}`,
  JavaScript: '(function(){return{data:{}}})()',
  XML: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
  'only blanks': '   \r\n\t  ',
  NaN: '{"data":NaN}',
  'data that is a function': '{"data":"toString"}',
  'types that are no strings': '{"data":{"type":{"toString":"x"},"id":["x"],"attributes":{"title":"x"}}}',
  'two mebibytes': article(`{"title":"${'x'.repeat(2_097_152)}"}`),
};

/** Header lines of a GET request. */
export const HOSTILE_HEADERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'an empty Authorization': [['Authorization', '']],
  'an empty bearer token': [['Authorization', 'Bearer ']],
  'a bearer token of dots': [['Authorization', 'Bearer ...']],
  'a bearer token of 8,000 characters': [['Authorization', `Bearer ${'x'.repeat(8000)}`]],
  'a bearer token with alg none': [['Authorization', 'Bearer eyJhbGciOiJub25lIn0.e30.']],
  'Basic credentials without a colon': [['Authorization', 'Basic AAAA']],
  'a malformed Accept': [['Accept', ';;;,,,q=;"']],
  'an Accept of 4,000 types': [['Accept', Array(1000).fill('a/b').join(',')]],
  'a malformed If-None-Match': [['If-None-Match', '"""W/,*,"']],
  'a content type on a GET without a body': [
    ['Content-Length', '0'],
    ['Content-Type', 'x/y;z'],
  ],
  'a negative Content-Length': [['Content-Length', '-1']],
  'two Content-Length headers': [
    ['Content-Length', '1'],
    ['Content-Length', '2'],
  ],
  'Content-Length and Transfer-Encoding': [
    ['Content-Length', '1'],
    ['Transfer-Encoding', 'chunked'],
  ],
  'a foreign Host': [['Host', 'evil.example']],
  'an X-Forwarded-Host': [
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'javascript'],
  ],
  'a malformed Origin': [['Origin', 'null, *']],
  'a header of 100,000 characters': [['X-Long', 'x'.repeat(100_000)]],
  'a thousand headers': Array.from({ length: 1000 }, (_, n) => [`X-${n}`, 'x'] as const),
  'a header name with a blank': [['X Y', 'z']],
};

/** Request targets without a resource. */
export const HOSTILE_TARGETS: Readonly<Record<string, string>> = {
  'a parent directory': '/api/../../etc/passwd',
  'an encoded parent directory': '/api/%2e%2e/%2e%2e/etc/passwd',
  'an encoded slash': '/api/node%2Farticle',
  'a null byte': '/api/node/article/%00',
  'broken encoding': '/api/node/%',
  'no UTF-8': '/api/node/%ff',
  'a prototype': '/api/__proto__/constructor',
  'a method as a relationship': '/api/node/article/0190b0a0-0000-7000-8000-00000000dead/toString',
  'an id with SQL': `/api/node/article/0190b0a0-0000-7000-8000-00000000dead'--`,
  'a thousand segments': `/api${'/x'.repeat(1000)}`,
  'a segment of 100,000 characters': `/api/node/${'x'.repeat(100_000)}`,
  'a segment of 10,000 characters': `/api/node/${'x'.repeat(10_000)}`,
};
