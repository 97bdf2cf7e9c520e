import { toMachineName, validateMachineName } from './machine-name.js';

describe('toMachineName', () => {
  it.each([
    ['Event', '', 'event'],
    ['Über uns: Größe!', '', 'uber_uns_grosse'],
    ['2nd class', '', 'nd_class'],
    ['2nd class', 'field_', 'field_2nd_class'],
    ['日本', 'field_', ''],
    ['A very long name that exceeds the maximum', '', 'a_very_long_name_that_exceeds_th'],
    ['1234567890123456789012345_67 and more', 'field_', 'field_1234567890123456789012345'],
  ])('makes «%s» with the prefix «%s» to «%s»', (label, prefix, name) => {
    expect(toMachineName(label, prefix)).toBe(name);
    expect(validateMachineName(name)).toBeUndefined();
  });
});

describe('validateMachineName', () => {
  it.each(['Event', '1a', 'a-b', '_a', 'a'.repeat(33)])('refuses %s', (name) => {
    expect(validateMachineName(name)).toMatch(/^Up to 32/);
  });
});
