import type { Field } from '../../management-api/resources.js';
import { describeLimits, findRefusal, formatAccept } from './file-rules.js';

const field = (settings: Field['settings'], type = 'file'): Field => ({
  ...{ name: 'field_x', type, label: 'X', required: false, cardinality: 1 },
  settings,
});
const LIMITED = field({ fileExtensions: ['pdf', 'txt'], maxBytes: 2_000_000 });

describe('the rules of a field for files', () => {
  it.each([
    ['report.PDF', 2_000_000, undefined],
    ['report.exe', 10, 'This field takes files of the types pdf, txt.'],
    ['report', 10, 'This field takes files of the types pdf, txt.'],
    ['report.pdf', 2_400_000, 'The file has 2.4 MB. This field takes files of at most 2 MB.'],
  ])('answer for %s of %d bytes: %s', (name, size, refusal) => {
    expect(findRefusal({ name, size }, LIMITED)).toBe(refusal);
  });

  it('are left to the service without settings', () => {
    expect(findRefusal({ name: 'x.exe', size: 1e12 }, field({}))).toBeUndefined();
  });

  it('are in words and in the attribute of HTML', () => {
    expect(describeLimits(LIMITED)).toBe('pdf, txt · at most 2 MB each');
    expect(describeLimits(field({}))).toBe('');
    expect(formatAccept(LIMITED)).toBe('.pdf,.txt');
    expect(formatAccept(field({}, 'image'))).toBe('image/*');
    expect(formatAccept(field({}))).toBeUndefined();
  });
});
