import { FakeClock } from '@content-service/kernel';
import { DEVICE_TOKEN_LIFETIME_SECONDS, KnownDevices } from './known-devices.js';
import type { Account } from './user.js';

const ALICE = { id: '0191d2c0-0000-7000-8000-00000000a11c', passwordHash: 'hash' } as Account;
const BOB = { ...ALICE, id: '0191d2c0-0000-7000-8000-000000000b0b' };

let clock: FakeClock;
let devices: KnownDevices;
beforeEach(() => {
  clock = new FakeClock();
  devices = new KnownDevices({ keySecret: 'present', previousKeySecret: undefined }, clock);
});

describe('KnownDevices', () => {
  it('finds a device by a token made for the account', () => {
    const tokens = devices.renew([], ALICE);

    expect(tokens).toEqual([expect.stringMatching(/^[\w.-]{70,90}$/)]);
    expect(devices.find(['nonsense', ...tokens], ALICE)).toBe(tokens[0]);
  });

  it.each<[string, Account | undefined]>([
    ['another account', BOB],
    ['the account after a new password', { ...ALICE, passwordHash: 'another hash' }],
    ['a name without an account', undefined],
  ])('finds no device for %s', (_, account) => {
    expect(devices.find(devices.renew([], ALICE), account)).toBeUndefined();
  });

  it.each([
    ['time', (token: string) => token.replace(/\.\d/, '.2')],
    ['MAC', (token: string) => token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')],
  ])('finds no device by a token with a changed %s', (_, change) => {
    const [token = ''] = devices.renew([], ALICE);

    expect(devices.find([change(token)], ALICE)).toBeUndefined();
  });

  it('finds no device by a token that is 180 days old', () => {
    const tokens = devices.renew([], ALICE);
    clock.advance(DEVICE_TOKEN_LIFETIME_SECONDS - 1);
    expect(devices.find(tokens, ALICE)).toBeDefined();

    clock.advance(1);
    expect(devices.find(tokens, ALICE)).toBeUndefined();
  });

  it('accepts tokens of the previous secret and creates none with it', () => {
    const former = devices.renew([], ALICE);
    const rotated = new KnownDevices({ keySecret: 'next', previousKeySecret: 'present' }, clock);
    const later = new KnownDevices({ keySecret: 'next', previousKeySecret: undefined }, clock);

    expect(rotated.find(former, ALICE)).toBe(former[0]);
    expect(later.find(former, ALICE)).toBeUndefined();
    expect(later.find(rotated.renew(former, ALICE), ALICE)).toBeDefined();
  });

  it('keeps one token for each account and at most four', () => {
    let tokens: readonly string[] = [];
    for (let n = 0; n < 6; n += 1) tokens = devices.renew(tokens, { ...ALICE, id: `user ${n}` });
    expect(tokens).toHaveLength(4);

    const again = devices.renew(tokens, { ...ALICE, id: 'user 3' });
    expect(again.slice(1)).toEqual(tokens.filter((_, index) => index !== 2));
  });
});
