import { parseListMemory, withRemembered } from './list-memory.js';

describe('parseListMemory', () => {
  it('has columns, page size, layout and widths', () => {
    const stored = { columns: ['status'], size: 50, view: 'tree', widths: { title: 300 } };

    expect(parseListMemory(stored)).toEqual(stored);
  });

  it.each([null, 'x', [], { columns: [1], size: '50', view: 'map', widths: { title: '300', status: -1 } }])(
    'leaves out what is not valid in %j',
    (stored) => {
      expect(parseListMemory(stored).columns).toBeUndefined();
      expect(parseListMemory(stored).size).toBeUndefined();
      expect(parseListMemory(stored).view).toBeUndefined();
      expect(parseListMemory(stored).widths ?? {}).toEqual({});
    },
  );
});

describe('withRemembered', () => {
  it('has what is remembered, unless the address says something else', () => {
    const memory = { columns: ['status'], size: 50, view: 'tree' as const, widths: {} };

    expect(withRemembered({}, memory)).toEqual({ columns: ['status'], size: 50, view: 'tree' });
    expect(withRemembered({ view: 'list', size: 25 }, memory)).toMatchObject({ view: 'list', size: 25 });
  });
});
