import assert from 'node:assert/strict';
import { type Account, NameTaken } from '@content-service/accounts';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const NOW = 1_700_000_000;

/** An account with an id and a name of its own. */
export function account(rest: Partial<Account> = {}): Account {
  const name = `Zoë ${newId()}`;
  return {
    id: newId(),
    name,
    nameKey: name.toLowerCase(),
    role: 'member',
    enabled: true,
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
    accessEpoch: 1,
    createdAt: NOW,
    version: 1,
    ...rest,
  };
}

export function accounts(storage: () => Storage): void {
  it('returns an account as it was stored, by id and by name', async () => {
    const rest = { accessEpoch: 7, lastLoginAt: NOW + 5, passwordChangeRequired: true };
    const seen = await inserted({ enabled: false, ...rest });
    // Compatibility forms unfold: sixty characters can become a key of nearly two thousand bytes.
    const long = await inserted({
      name: 'ﷺ'.repeat(60),
      nameKey: `${newId()}${'ﷺ'.repeat(58)}`.normalize('NFKC'),
    });

    assert.deepEqual(await storage().accounts.find(seen.id), seen);
    assert.deepEqual(await storage().accounts.findByName(seen.nameKey), seen);
    assert.deepEqual(await storage().accounts.findByName(long.nameKey), long);
    assert.equal(await storage().accounts.find(newId()), undefined);
    assert.equal(await storage().accounts.findByName(seen.nameKey.toUpperCase()), undefined);
    assert.equal(await storage().accounts.findByName(`${seen.nameKey} `), undefined);
    assert.equal(await storage().accounts.findByName('x'.repeat(20_000)), undefined);
  });

  it('lists accounts by the bytes of their names, page by page', async () => {
    const prefix = newId();
    const names = ['a', 'b', 'é', '｡', '😀'].map((end) => prefix + end);
    for (const nameKey of [...names].reverse()) await inserted({ nameKey });

    const first = await storage().accounts.list({ after: prefix, limit: 2 });
    const second = await storage().accounts.list({ after: names[1], limit: 3 });
    const all = await storage().accounts.list({ limit: 10_000 });

    assert.deepEqual([getNameKeys(first.accounts), first.more], [names.slice(0, 2), true]);
    assert.deepEqual(getNameKeys(second.accounts), names.slice(2));
    assert.deepEqual(
      getNameKeys(all.accounts).filter((key) => key.startsWith(prefix)),
      names,
    );
    assert.equal(all.more, false);
  });

  it('lists the ids of the accounts with a role in their order, window after window, also after a rename', async () => {
    const role = `role_${newId().slice(-12)}`;
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push((await inserted({ role, enabled: n !== 2 })).id);
    await inserted({ role: `${role}_b` });
    ids.sort();

    const first = await storage().accounts.listIdsByRole(role, { limit: 2 });
    const [id = ''] = ids.slice(2);
    const renamed = await storage().accounts.find(id);
    assert.ok(renamed);
    const nameKey = newId();
    assert.equal(await storage().accounts.update({ ...renamed, nameKey, version: 2 }, 1), true);
    const second = await storage().accounts.listIdsByRole(role, { after: first.at(-1), limit: 10 });

    assert.deepEqual([first, second], [ids.slice(0, 2), ids.slice(2)]);
    assert.deepEqual(await storage().accounts.listIdsByRole(role, { after: ids.at(-1), limit: 10 }), []);
  });

  it('refuses a name that is taken, and changes nothing then', async () => {
    const [holder, other] = [await inserted(), await inserted()];
    const late = account({ nameKey: holder.nameKey });

    await assert.rejects(storage().accounts.insert(late), NameTaken);
    await assert.rejects(
      storage().accounts.update({ ...other, nameKey: holder.nameKey, version: 2 }, 1),
      NameTaken,
    );

    assert.equal(await storage().accounts.find(late.id), undefined);
    assert.deepEqual(await storage().accounts.find(other.id), other);
    assert.deepEqual(await storage().accounts.findByName(holder.nameKey), holder);
  });

  it('of twenty parallel inserts or updates with the same name one succeeds', async () => {
    const nameKey = newId();
    const old = await Promise.all(Array.from({ length: 10 }, () => inserted()));

    const outcomes = await Promise.allSettled([
      ...old.map((present) => storage().accounts.update({ ...present, nameKey, version: 2 }, 1)),
      ...old.map(() => storage().accounts.insert(account({ nameKey }))),
    ]);

    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.ok(outcome.reason instanceof NameTaken, String(outcome.reason));
    assert.notEqual(await storage().accounts.findByName(nameKey), undefined);
  });

  it('updates an account from its current version only and releases its former name', async () => {
    const first = await inserted();
    const second = { ...first, name: 'New', nameKey: newId(), role: 'editor', enabled: false, version: 2 };

    assert.equal(await storage().accounts.update(second, 1), true);
    assert.equal(await storage().accounts.update({ ...first, name: 'Late', version: 2 }, 1), false);
    assert.equal(await storage().accounts.update(account(), 1), false);

    assert.deepEqual(await storage().accounts.find(first.id), second);
    await inserted({ nameKey: first.nameKey });
  });

  it('of twenty parallel updates from the same version one succeeds', async () => {
    const present = await inserted();

    const won = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        storage().accounts.update({ ...present, name: `${n}`, version: 2 }, 1),
      ),
    );

    assert.equal(won.filter(Boolean).length, 1);
    assert.equal((await storage().accounts.find(present.id))?.name, `${won.indexOf(true)}`);
  });

  it('records the last login without changing the version, and keeps it when an account read earlier is stored', async () => {
    const present = await inserted();

    await storage().accounts.touch(present.id, NOW + 60);
    await storage().accounts.touch(present.id, NOW + 30);
    await storage().accounts.touch(newId(), NOW + 60);
    assert.deepEqual(await storage().accounts.find(present.id), { ...present, lastLoginAt: NOW + 60 });

    const older = { ...present, role: 'editor', lastLoginAt: NOW, version: 2 };
    assert.equal(await storage().accounts.update(older, 1), true);
    assert.deepEqual(await storage().accounts.find(present.id), { ...older, lastLoginAt: NOW + 60 });
  });

  it('of twenty parallel deletes one succeeds, also against parallel updates', async () => {
    const present = await inserted();

    const [updated, ...deleted] = await Promise.all([
      storage().accounts.update({ ...present, name: 'Late', version: 2 }, 1),
      ...Array.from({ length: 20 }, () => storage().accounts.delete(present.id)),
    ]);

    assert.equal(typeof updated, 'boolean');
    assert.equal(deleted.filter(Boolean).length, 1);
    assert.equal(await storage().accounts.find(present.id), undefined);
    await storage().accounts.touch(present.id, NOW);
    assert.equal(await storage().accounts.find(present.id), undefined);
  });

  async function inserted(rest: Partial<Account> = {}): Promise<Account> {
    const made = account(rest);
    await storage().accounts.insert(made);
    return made;
  }
}

function getNameKeys(found: readonly Account[]): string[] {
  return found.map(({ nameKey }) => nameKey);
}
