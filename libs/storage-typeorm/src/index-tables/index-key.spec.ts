import { indexKey } from './index-key.js';

describe('indexKey', () => {
  it('is the bytes of a text', () => {
    expect(indexKey('straße')).toEqual(Buffer.from('straße'));
  });

  it('fits into an index, and differs, for texts that do not', () => {
    const [one, other] = [indexKey('صلى'.repeat(300)), indexKey(`${'صلى'.repeat(300)}.`)];

    expect(one.length).toBeLessThanOrEqual(1020);
    expect(one.equals(other)).toBe(false);
    expect(indexKey('صلى'.repeat(300))).toEqual(one);
  });

  it('cuts at a whole character, and ends in bytes that no text has', () => {
    const key = indexKey('€'.repeat(1000));
    const [text, hash] = [key.subarray(0, -43), key.subarray(-43)];

    expect('€'.repeat(1000).startsWith(text.toString())).toBe(true);
    expect([...hash].every((byte) => byte >= 0xf8)).toBe(true);
  });
});
