import { toIndexKey } from './index-key.js';
describe('toIndexKey', () => {
  it('returns the bytes of a text', () => {
    expect(toIndexKey('straße')).toEqual(Buffer.from('straße'));
  });

  it('shortens long texts to different keys that can be indexed', () => {
    const [one, other] = [toIndexKey('صلى'.repeat(300)), toIndexKey(`${'صلى'.repeat(300)}.`)];

    expect(one.length).toBeLessThanOrEqual(1020);
    expect(one.equals(other)).toBe(false);
    expect(toIndexKey('صلى'.repeat(300))).toEqual(one);
  });

  it('cuts at a whole character and appends bytes that no text has', () => {
    const key = toIndexKey('€'.repeat(1000));
    const [text, hash] = [key.subarray(0, -43), key.subarray(-43)];

    expect('€'.repeat(1000).startsWith(text.toString())).toBe(true);
    expect([...hash].every((byte) => byte >= 0xf8)).toBe(true);
  });
});
