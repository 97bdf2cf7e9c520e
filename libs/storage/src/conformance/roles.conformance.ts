import assert from 'node:assert/strict';
import type { Role } from '@content-service/accounts';
import { ScopeSet } from '@content-service/scopes';
import type { Storage } from '../storage.js';
import { account } from './accounts.conformance.js';
import { it } from './runner.js';

let made = 0;

export function roles(storage: () => Storage): void {
  it('returns a role as it was stored', async () => {
    const full = await inserted();
    const bare = await inserted({ scopes: ScopeSet.none });

    assert.deepEqual(await storage().roles.find(full.name), full);
    assert.deepEqual(await storage().roles.find(bare.name), bare);
    assert.equal(await storage().roles.find('unknown'), undefined);
  });

  it('lists roles by name', async () => {
    const [second, first] = [await inserted({ name: 'b_role' }), await inserted({ name: 'a_role' })];

    const names = (await storage().roles.list()).map(({ name }) => name);

    assert.ok(names.indexOf(first.name) < names.indexOf(second.name));
    assert.deepEqual(names, [...names].sort());
  });

  it('of twenty parallel inserts with the same name one succeeds', async () => {
    const all = Array.from({ length: 20 }, (_, n) => role({ name: 'wanted', label: `${n}` }));

    const won = await Promise.all(all.map((one) => storage().roles.insert(one)));

    assert.equal(won.filter(Boolean).length, 1);
    assert.deepEqual(await storage().roles.find('wanted'), all[won.indexOf(true)]);
  });

  it('of twenty parallel updates from the same version one succeeds, of a missing role none', async () => {
    const present = await inserted();
    const all = Array.from({ length: 20 }, (_, n) => ({ ...present, label: `${n}`, version: 2 }));

    const won = await Promise.all(all.map((one) => storage().roles.update(one, 1)));

    assert.equal(won.filter(Boolean).length, 1);
    assert.deepEqual(await storage().roles.find(present.name), all[won.indexOf(true)]);
    assert.equal(await storage().roles.update(role(), 1), false);
  });

  it('deletes a role without members, once', async () => {
    const { name } = await inserted();

    assert.equal(await storage().roles.delete(name), 'deleted');
    assert.equal(await storage().roles.delete(name), 'unknown');
    assert.equal(await storage().roles.find(name), undefined);
  });

  it('keeps a role that an enabled or disabled account has', async () => {
    const { name } = await inserted();
    const holder = account({ role: name, enabled: false });
    await storage().accounts.insert(holder);

    assert.equal(await storage().roles.delete(name), 'in use');
    assert.notEqual(await storage().roles.find(name), undefined);

    await storage().accounts.delete(holder.id);
    assert.equal(await storage().roles.delete(name), 'deleted');
  });

  async function inserted(rest: Partial<Role> = {}): Promise<Role> {
    const stored = role(rest);
    assert.equal(await storage().roles.insert(stored), true);
    return stored;
  }
}

export function role(rest: Partial<Role> = {}): Role {
  return {
    name: `role_${(made += 1)}`,
    label: 'Rédaction 😀',
    scopes: ScopeSet.of('content:administer', 'member'),
    builtIn: false,
    version: 1,
    ...rest,
  };
}
