import { readSourceFile } from './source-file.js';

describe('readSourceFile', () => {
  const read = (attributes: object): ReturnType<typeof readSourceFile> =>
    readSourceFile({
      ...{ type: 'file--file', id: '1', relationships: {} },
      attributes: JSON.parse(JSON.stringify(attributes)) as Record<string, string>,
    });

  it.each([
    ['sea.jpg', 'public://2024/sea_0.jpg', '/sites/default/files/2024/sea_0.jpg', 'sea.jpg'],
    ['The sea', 'public://sea_0.jpg', '/sites/default/files/sea_0.jpg', 'The sea.jpg'],
    ['sea.JPEG', 'public://sea.jpg', '/sites/default/files/sea.jpg', 'sea.JPEG'],
    ['sea.png', 'public://sea.jpg', '/sites/default/files/sea.jpg', 'sea.png.jpg'],
    ['Plan', 'public://plan.dwg', '/sites/default/files/plan.dwg', 'Plan.dwg'],
    ['', 'public://C#.pdf', '/sites/default/files/C%23.pdf?x=1', 'C#.pdf'],
    ['../../a.txt', 'public://a.txt', '/sites/default/files/a.txt', 'a.txt'],
    ['README', 'public://README', '/sites/default/files/README', 'README'],
    [null, 'public://%.txt', '/sites/default/files/%.txt', '%.txt'],
  ])('names a file %j, which is %s', (filename, value, url, name) => {
    expect(read({ filename, uri: { value, url } }).name).toBe(name);
  });

  it('reads size, time and address', () => {
    const uri = { value: 'public://a.txt', url: '/a.txt' };

    expect(read({ filename: 'a.txt', uri, filesize: 4, changed: '2023-11-16T00:00:00+00:00' })).toEqual({
      ...{ name: 'a.txt', address: '/a.txt', bytes: 4, changed: 1_700_092_800, isPrivate: false },
    });
  });

  it.each([
    { value: 'private://a.txt', url: '/system/files/a.txt' },
    { value: 'x://a.txt', url: 'https://drupal.example/de/system/files/a.txt' },
  ])('knows a private file by %j', (uri) => {
    expect(read({ uri }).isPrivate).toBe(true);
  });

  it.each([{ filesize: -1 }, { filesize: '4' }, { filesize: 1.5 }, { uri: { url: null } }, { uri: 7 }, {}])(
    'reads %j as unknown',
    (attributes) => {
      expect(read(attributes)).toEqual({ name: '', isPrivate: false });
    },
  );
});
