import { TurnedClock } from '@content-service/kernel';
import { Revocations } from './revocation.js';
import { RevocationShelf } from './shelves.fixture.js';

const about = { jti: 't', client_id: 'c', sub: 'u', fid: 'f', iat: 1000 };

let clock: TurnedClock;
let log: RevocationShelf;
let revocations: Revocations;
beforeEach(() => {
  clock = new TurnedClock(1000);
  log = new RevocationShelf();
  revocations = new Revocations(log, clock);
});

describe('Revocations', () => {
  it('lets everything live until something is revoked', () => {
    expect(revocations.isRevoked(about)).toBe(false);
    expect(revocations.notBefore(about)).toBe(0);
  });

  it('notes a revocation for as long as a token of that second could live', async () => {
    await revocations.revoke([{ subject: 'client', id: 'c' }]);

    expect(log.revocations).toEqual([{ subject: 'client', id: 'c', notBefore: 1001, until: 1301 }]);
    expect(revocations.notBefore(about)).toBe(1001);
    expect(revocations.notBefore({ ...about, client_id: 'other' })).toBe(0);
  });

  it('goes by the latest moment that concerns a token', async () => {
    await revocations.revoke([{ subject: 'user', id: 'u' }]);
    clock.turn(10);
    await revocations.revoke([{ subject: 'client', id: 'c' }]);

    expect(revocations.notBefore(about)).toBe(1011);
    expect(revocations.notBefore({ ...about, client_id: 'other' })).toBe(1001);
    expect(revocations.isRevoked({ ...about, iat: 1010 })).toBe(true);
    expect(revocations.isRevoked({ ...about, iat: 1011 })).toBe(false);
  });

  it('ends every token of a revoked family, those that are issued later too', async () => {
    await revocations.revoke([{ subject: 'family', id: 'f' }]);

    expect(revocations.isRevoked({ ...about, iat: 1200 })).toBe(true);
    expect(revocations.isRevoked({ ...about, fid: undefined })).toBe(false);
  });

  it('takes over what other processes revoke', async () => {
    await new Revocations(log, clock).revoke([{ subject: 'token', id: 't' }]);

    expect(revocations.isRevoked(about)).toBe(false);
    await revocations.refresh();
    expect(revocations.isRevoked(about)).toBe(true);
  });

  it('ends the tokens that another process has put off to the next second', async () => {
    const other = new Revocations(log, clock);
    await other.revoke([{ subject: 'user', id: 'u' }]);
    const iat = other.notBefore(about);

    await revocations.revoke([{ subject: 'client', id: 'c' }]);

    expect(revocations.isRevoked({ ...about, iat })).toBe(true);
  });

  it('does not forget its own when an older list of others comes in', async () => {
    await revocations.revoke([{ subject: 'token', id: 't' }]);
    log.revocations = [];

    await revocations.refresh();

    expect(revocations.isRevoked(about)).toBe(true);
  });

  it('forgets what can only concern expired tokens', async () => {
    await revocations.revoke([{ subject: 'token', id: 't' }]);
    clock.turn(301);

    await revocations.refresh();

    expect(revocations.isRevoked(about)).toBe(false);
  });
});
