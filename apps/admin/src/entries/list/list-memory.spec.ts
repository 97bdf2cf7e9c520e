import { parseListMemory } from './list-memory.js';

describe('parseListMemory', () => {
  it('has columns, page size and widths', () => {
    const stored = { columns: ['status'], size: 50, widths: { title: 300 } };

    expect(parseListMemory(stored)).toEqual(stored);
  });

  it.each([null, 'x', [], { columns: [1], size: '50', widths: { title: '300', status: -1 } }])(
    'leaves out what is not valid in %j',
    (stored) => {
      expect(parseListMemory(stored).columns).toBeUndefined();
      expect(parseListMemory(stored).size).toBeUndefined();
      expect(parseListMemory(stored).widths ?? {}).toEqual({});
    },
  );
});
