import { DEFAULT_IMAGE_STYLES, findImageStylesProblem } from './image-styles.js';

const STYLE = {
  ...{ name: 'square', label: 'Square', width: 20, height: 20 },
  ...{ fit: 'cover', format: 'png', quality: 80, enlarge: false },
};

describe('findImageStylesProblem', () => {
  it.each<[title: string, value: unknown]>([
    ['the default', DEFAULT_IMAGE_STYLES],
    ['none', []],
    ['30 styles', Array.from({ length: 30 }, (_, n) => ({ ...STYLE, name: `s${n}` }))],
    ['one side', [{ ...STYLE, width: undefined, fit: 'inside' }]],
    ['the bounds', [{ ...STYLE, width: 1, height: 4096, quality: 100, format: 'original' }]],
  ])('accepts %s', (_, value) => {
    expect(findImageStylesProblem(value)).toBeUndefined();
  });

  it.each<[title: string, value: unknown, pointer: string]>([
    ['no list', { square: STYLE }, ''],
    ['more than 30 styles', Array.from({ length: 31 }, (_, n) => ({ ...STYLE, name: `s${n}` })), ''],
    ['a text', ['large'], '/0'],
    ['null', [null], '/0'],
    ['a name in capitals', [{ ...STYLE, name: 'Large' }], '/0/name'],
    ['a name of 33 characters', [{ ...STYLE, name: 'n'.repeat(33) }], '/0/name'],
    ['the name of the link of every resource', [{ ...STYLE, name: 'self' }], '/0/name'],
    ['a name twice', [STYLE, STYLE], '/1/name'],
    ['a width of 0', [{ ...STYLE, width: 0 }], '/0/width'],
    ['a width above 4096', [{ ...STYLE, width: 4097 }], '/0/width'],
    ['a part of a pixel', [{ ...STYLE, height: 1.5 }], '/0/height'],
    ['a width as a text', [{ ...STYLE, width: '20' }], '/0/width'],
    ['null as a width', [{ ...STYLE, width: null }], '/0/width'],
    ['another fit', [{ ...STYLE, fit: 'fill' }], '/0/fit'],
    ['another format', [{ ...STYLE, format: 'tiff' }], '/0/format'],
    ['a quality of 101', [{ ...STYLE, quality: 101 }], '/0/quality'],
    ['a blank label', [{ ...STYLE, label: ' ' }], '/0/label'],
    ['enlarge as a text', [{ ...STYLE, enlarge: 'no' }], '/0/enlarge'],
    ['an unknown member', [STYLE, { ...STYLE, name: 'x', blur: 3 }], '/1'],
    ['a missing member', [{ ...STYLE, quality: undefined }], '/0'],
    ['one side of a crop', [{ ...STYLE, height: undefined }], '/0'],
    ['no side', [{ ...STYLE, width: undefined, height: undefined, fit: 'inside' }], '/0'],
  ])('refuses %s with the place of the fault', (_, value, pointer) => {
    expect(findImageStylesProblem(value)?.pointer).toBe(pointer);
  });
});
