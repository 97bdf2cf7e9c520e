import { FakeClock } from '@content-service/kernel';
import {
  type AdmittedAttempt,
  type LoginAttempt,
  LoginThrottle,
  type ThrottleRefusal,
  toRateLimitPrefix,
} from './login-throttle.js';
import { InMemoryThrottleStore } from './in-memory-stores.fixture.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const ADMITTED = { counted: expect.any(Array) };

const HOME = '203.0.113.7';

describe('LoginThrottle', () => {
  let clock: FakeClock;
  let throttle: LoginThrottle;
  beforeEach(() => {
    clock = new FakeClock();
    throttle = new LoginThrottle(new InMemoryThrottleStore(), clock);
  });

  const attempt = (changes: Partial<LoginAttempt> = {}): Promise<AdmittedAttempt | ThrottleRefusal> =>
    throttle.consume({ nameKey: 'alice', address: HOME, ...changes });
  /** Failed attempts, the n-th as `changes` gives it. @returns how many of them were judged */
  async function fail(times: number, changes: (n: number) => Partial<LoginAttempt> = () => ({})) {
    let judged = 0;
    for (let n = 0; n < times; n += 1) if ('counted' in (await attempt(changes(n)))) judged += 1;
    return judged;
  }
  const inNetwork = (n: number) => `198.51.${n >> 8}.${n & 255}`;

  it('admits five attempts for a name from one network and refuses the sixth for a minute', async () => {
    expect(await fail(5)).toBe(5);

    const refusal = { limit: 'name_and_network', retryAfterSeconds: MINUTE, isFirst: true };
    await expect(attempt()).resolves.toEqual(refusal);
    await expect(attempt()).resolves.toEqual({ ...refusal, isFirst: false });
    await expect(attempt({ nameKey: 'bob' })).resolves.toEqual(ADMITTED);
  });

  it('doubles the delay with each further failure, up to an hour', async () => {
    await fail(5);

    const delays: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const refusal = (await attempt()) as ThrottleRefusal;
      delays.push(refusal.retryAfterSeconds / MINUTE);
      clock.advance(refusal.retryAfterSeconds);
      await expect(attempt()).resolves.toEqual(ADMITTED);
    }

    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('a refused attempt does not prolong the delay', async () => {
    await fail(5);
    await fail(1000);

    clock.advance(MINUTE);

    await expect(attempt()).resolves.toEqual(ADMITTED);
  });

  it('admits one of twenty parallel attempts after a delay', async () => {
    await fail(5);
    clock.advance(MINUTE);

    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt()));

    expect(answers.filter((answer) => 'counted' in answer)).toHaveLength(1);
  });

  it('admits a name from another network after failures from one network', async () => {
    await fail(1000);

    await expect(attempt({ address: '192.0.2.9' })).resolves.toEqual(ADMITTED);
  });

  it('admits a known device in the network of an attacker', async () => {
    await fail(100);
    await fail(100, (n) => ({ nameKey: `name ${n}` }));

    await expect(attempt({ device: 'laptop' })).resolves.toEqual(ADMITTED);
  });

  it('limits guesses from many networks, and still admits a known device', async () => {
    let judged = await fail(500, (n) => ({ address: inNetwork(n) }));
    expect(judged).toBe(50);

    for (let minute = 0; minute < DAY / MINUTE; minute += 1) {
      clock.advance(MINUTE);
      if (minute < DAY / MINUTE - 1) judged += await fail(3, (n) => ({ address: inNetwork(minute * 3 + n) }));
    }

    expect(judged).toBeLessThanOrEqual(80);
    await expect(attempt({ device: 'laptop' })).resolves.toEqual(ADMITTED);
  });

  it('limits guesses with the token of a known device', async () => {
    expect(await fail(100, () => ({ device: 'laptop' }))).toBe(5);

    await expect(attempt({ device: 'phone' })).resolves.toEqual(ADMITTED);
  });

  it('delays a network after fifty failures under any names, without counting the names it then tries', async () => {
    expect(await fail(60, (n) => ({ nameKey: `name ${n}` }))).toBe(50);

    const refusal = { limit: 'network', retryAfterSeconds: 10, isFirst: false };
    await expect(attempt()).resolves.toEqual(refusal);
    await fail(20);
    await expect(attempt({ address: '203.0.113.8' })).resolves.toEqual(ADMITTED);
  });

  it('a success resets the count of the name in its network and keeps that of the network', async () => {
    await fail(4);
    const last = await attempt();
    if ('counted' in last) await throttle.recordSuccess(last);

    expect(await fail(10)).toBe(5);
    expect(await fail(100, (n) => ({ nameKey: `name ${n}` }))).toBe(50 - 4 - 5);
  });

  it('does not count attempts after refund()', async () => {
    for (let n = 0; n < 60; n += 1) {
      const admitted = await attempt();
      if ('counted' in admitted) await throttle.refund(admitted);
    }

    expect(await fail(10)).toBe(5);
  });

  it('reset() resets a name in every network and on every device', async () => {
    await fail(10);
    await fail(10, () => ({ device: 'laptop' }));
    await fail(100, (n) => ({ address: inNetwork(n) }));

    await throttle.reset('alice');

    expect(await fail(5)).toBe(5);
    expect(await fail(5, () => ({ device: 'laptop' }))).toBe(5);
    clock.advance(DAY - 1);
    await throttle.reset('alice');
    expect(await fail(5)).toBe(5);
  });

  it('reset() keeps the failures in sessions of the user, which a success resets', async () => {
    const inSession = () => ({ signedInUser: 'id of Alice' });
    await fail(5, inSession);

    await throttle.reset('alice');

    expect(await fail(1, inSession)).toBe(0);
    clock.advance(MINUTE);
    const last = await attempt(inSession());
    if ('counted' in last) await throttle.recordSuccess(last);
    expect(await fail(10, inSession)).toBe(5);
  });
});

describe('toRateLimitPrefix', () => {
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
    expect(toRateLimitPrefix(address)).toBe(network);
  });
});
