import { machineName, machineNameFault } from './machine-name.js';

describe('machineName', () => {
  it.each([
    ['Event', '', 'event'],
    ['Über uns: Größe!', '', 'uber_uns_grosse'],
    ['2nd class', '', 'nd_class'],
    ['2nd class', 'field_', 'field_2nd_class'],
    ['日本', 'field_', ''],
    ['A very long name that nobody would ever type in', '', 'a_very_long_name_that_nobody_wou'],
    ['1234567890123456789012345_67 and more', 'field_', 'field_1234567890123456789012345'],
  ])('of «%s» after «%s» is «%s»', (label, prefix, name) => {
    expect(machineName(label, prefix)).toBe(name);
    expect(machineNameFault(name)).toBeUndefined();
  });
});

describe('machineNameFault', () => {
  it.each(['Event', '1a', 'a-b', '_a', 'a'.repeat(33)])('refuses %s', (name) => {
    expect(machineNameFault(name)).toMatch(/^Up to 32/);
  });
});
