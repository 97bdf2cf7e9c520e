import { TurnedClock } from '@content-service/kernel';
import { type Tally, ThrottleStore } from './account.store.js';
import { LoginThrottle } from './login-throttle.js';
import { networkOf } from './network.js';

class Tallies extends ThrottleStore {
  readonly tallies = new Map<string, Tally>();

  override async increment(key: string, windowSeconds: number, now: number): Promise<Tally> {
    const present = this.tallies.get(key);
    const runs = present !== undefined && present.endsAt > now;
    const tally = runs ? { ...present, count: present.count + 1 } : { count: 1, endsAt: now + windowSeconds };
    this.tallies.set(key, tally);
    return tally;
  }

  override async decrement(key: string): Promise<void> {
    const present = this.tallies.get(key);
    if (present !== undefined) this.tallies.set(key, { ...present, count: Math.max(0, present.count - 1) });
  }

  override async reset(key: string): Promise<void> {
    this.tallies.delete(key);
  }

  override async prune(): Promise<void> {
    this.tallies.clear();
  }
}

const HOUR = 3600;

describe('LoginThrottle', () => {
  let clock: TurnedClock;
  let throttle: LoginThrottle;
  beforeEach(() => {
    clock = new TurnedClock();
    throttle = new LoginThrottle(new Tallies(), clock);
  });

  async function fail(times: number, name: (n: number) => string, address: (n: number) => string) {
    for (let n = 0; n < times; n += 1) await throttle.admit(name(n), address(n));
  }

  it('refuses a name after 5 failures, until 6 hours after the first', async () => {
    await fail(1, () => 'alice', String);
    clock.turn(HOUR);
    await fail(4, () => 'alice', String);

    const refusal = { limit: 'account', retryAfterSeconds: 5 * HOUR, isFirst: true };
    await expect(throttle.admit('alice', 'elsewhere')).resolves.toEqual(refusal);
    await expect(throttle.admit('alice', 'elsewhere')).resolves.toMatchObject({ isFirst: false });
    await expect(throttle.admit('bob', 'elsewhere')).resolves.toBeUndefined();
    clock.turn(5 * HOUR);
    await expect(throttle.admit('alice', 'elsewhere')).resolves.toBeUndefined();
  });

  it('refuses an address after 50 failures, for an hour, and spares the names it then tries', async () => {
    await fail(50, String, () => '203.0.113.7');

    const refusal = { limit: 'address', retryAfterSeconds: HOUR, isFirst: true };
    await expect(throttle.admit('alice', '203.0.113.7')).resolves.toEqual(refusal);
    await fail(
      20,
      () => 'alice',
      () => '203.0.113.7',
    );
    await expect(throttle.admit('alice', '203.0.113.8')).resolves.toBeUndefined();
  });

  it('forgives a name its failures after a success, and an address none', async () => {
    await fail(
      4,
      () => 'alice',
      () => '203.0.113.7',
    );
    await throttle.admit('alice', '203.0.113.7');
    await throttle.succeed('alice', '203.0.113.7');

    await fail(5, () => 'alice', String);
    await expect(throttle.admit('alice', 'elsewhere')).resolves.toMatchObject({ limit: 'account' });
    await fail(46, String, () => '203.0.113.7');
    await expect(throttle.admit('bob', '203.0.113.7')).resolves.toMatchObject({ limit: 'address' });
  });

  it('does not count what was withdrawn', async () => {
    for (let n = 0; n < 60; n += 1) {
      await throttle.admit('alice', '203.0.113.7');
      await throttle.withdraw('alice', '203.0.113.7');
    }

    await expect(throttle.admit('alice', '203.0.113.7')).resolves.toBeUndefined();
  });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0001:2::7', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['no address', 'no address'],
  ])('counts %s under %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
