import { DomainError } from '@content-service/kernel';
import type { AuditEvent } from './audit-event.js';
import { GroupCommit } from './group-commit.js';

/** Appends wait until `store` or `fail` ends the oldest. */
class ControlledLog {
  readonly appends: { ids: string[]; store: () => void; fail: (error: Error) => void }[] = [];

  append(events: readonly AuditEvent[]): Promise<void> {
    return new Promise((store, fail) => {
      this.appends.push({ ids: events.map(({ id }) => id), store, fail });
    });
  }
}

let log: ControlledLog;
let commits: GroupCommit;
beforeEach(() => {
  log = new ControlledLog();
  commits = new GroupCommit(log);
});

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const getAppends = (): string[][] => log.appends.map(({ ids }) => ids);

describe('GroupCommit', () => {
  it('stores events that arrive during an append with the next one', async () => {
    const first = commits.append(event('1'));
    await settled();
    const others = [commits.append(event('2')), commits.append(event('3'))];
    await settled();
    expect(getAppends()).toEqual([['1']]);

    log.appends[0]?.store();
    await first;
    await settled();

    expect(getAppends()).toEqual([['1'], ['2', '3']]);
    log.appends[1]?.store();
    await Promise.all(others);
  });

  it('stores events of one turn of the event loop together', async () => {
    for (const id of ['1', '2', '3']) void commits.append(event(id));
    await settled();

    expect(getAppends()).toEqual([['1', '2', '3']]);
  });

  it('does not resolve before the event is stored', async () => {
    let isStored = false;
    void commits.append(event('1')).then(() => (isStored = true));
    await settled();
    expect(isStored).toBe(false);

    log.appends[0]?.store();
    await settled();
    expect(isStored).toBe(true);
  });

  it('limits the events of one append', async () => {
    void commits.append(event('first'));
    await settled();
    for (let number = 1; number <= 150; number += 1) void commits.append(event(String(number)));

    log.appends[0]?.store();
    await settled();
    log.appends[1]?.store();
    await settled();

    expect(getAppends().map(({ length }) => length)).toEqual([1, 100, 50]);
  });

  it('stores the events of a failed group one by one, so that only the one that cannot be stored fails', async () => {
    void commits.append(event('1'));
    await settled();
    const [good, bad] = [commits.append(event('good')), commits.append(event('bad'))];
    log.appends[0]?.store();
    await settled();

    log.appends[1]?.fail(new Error('the group'));
    await settled();
    log.appends[2]?.store();
    await settled();
    expect(getAppends().slice(2)).toEqual([['good'], ['bad']]);
    log.appends[3]?.fail(new Error('the event'));

    await expect(good).resolves.toBeUndefined();
    await expect(bad).rejects.toThrow('the event');
  });

  it('fails all events of a group that the store was away for, without a repetition', async () => {
    void commits.append(event('1'));
    await settled();
    const [second, third] = [commits.append(event('2')), commits.append(event('3'))];
    log.appends[0]?.store();
    await settled();

    log.appends[1]?.fail(new StoreAway());

    await expect(second).rejects.toThrow(StoreAway);
    await expect(third).rejects.toThrow(StoreAway);
    expect(getAppends()).toEqual([['1'], ['2', '3']]);
  });

  it('continues after a failed append', async () => {
    const failed = commits.append(event('1'));
    await settled();
    log.appends[0]?.fail(new Error('the store is away'));
    await expect(failed).rejects.toThrow('the store is away');

    const next = commits.append(event('2'));
    await settled();
    log.appends[1]?.store();
    await expect(next).resolves.toBeUndefined();
  });
});

class StoreAway extends DomainError {
  constructor() {
    super('store_unavailable', 'The database is unavailable.');
  }
}

function event(id: string): AuditEvent {
  return { id, occurredAt: 1_700_000_000, actor: { kind: 'anonymous' }, action: 'token.issued', details: {} };
}
