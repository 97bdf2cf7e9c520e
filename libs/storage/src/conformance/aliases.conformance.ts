import assert from 'node:assert/strict';
import { AliasTaken, type Entry, pathAliasOf } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { edited, insert, newId, remove, sample, store, update } from './sample.js';

/** No two entries have the same path alias in one language. */
export function aliases(storage: () => Storage): void {
  it('finds an entry by its alias, exactly as it is written, in its language before all others', async () => {
    const alias = newAlias();
    const [english, german] = [pageAt(alias, 'en'), pageAt(alias, 'de')];
    await store(storage(), english, german);

    assert.equal(await storage().entries.findByAlias(alias, 'en'), english.id);
    assert.equal(await storage().entries.findByAlias(alias, 'de'), german.id);
    for (const other of [alias.toUpperCase(), `${alias} `, `${alias}/`, alias.replace('é', 'e')])
      assert.equal(await storage().entries.findByAlias(other, 'en'), undefined);
    assert.equal(await storage().entries.findByAlias(alias, 'fr'), german.id);
  });

  it('refuses an alias that another entry has, of whatever type', async () => {
    const alias = newAlias();
    const [holder, lone] = [pageAt(alias), sample('node--page')];
    await store(storage(), holder, lone);

    const rival = sample('node--article', { attributes: { path: { alias, langcode: 'en' } } });
    await assert.rejects(store(storage(), rival), AliasTaken);
    const renamed = edited(lone, { attributes: { path: { alias, langcode: 'en' } } });
    await assert.rejects(storage().entries.apply([update(renamed)]), AliasTaken);

    assert.equal(await storage().entries.findByAlias(alias, 'en'), holder.id);
    assert.equal((await storage().entries.exists([rival.id])).size, 0);
  });

  it('refuses two new entries with the same alias in one act', async () => {
    const alias = newAlias();

    await assert.rejects(store(storage(), pageAt(alias), pageAt(alias)), AliasTaken);
  });

  it('lets an entry keep its alias when it is updated', async () => {
    const entry = pageAt(newAlias());
    await store(storage(), entry);

    await storage().entries.apply([update(edited(entry, { attributes: { title: 'new' } }))]);

    assert.equal(await storage().entries.findByAlias(aliasOf(entry), 'en'), entry.id);
  });

  it('frees an alias when its entry gets another or is deleted', async () => {
    const [renamed, deleted] = [pageAt(newAlias()), pageAt(newAlias())];
    await store(storage(), renamed, deleted);
    const path = { alias: newAlias(), langcode: 'en' };

    await storage().entries.apply([update(edited(renamed, { attributes: { path } })), remove(deleted)]);

    assert.equal(await storage().entries.findByAlias(path.alias, 'en'), renamed.id);
    for (const free of [aliasOf(renamed), aliasOf(deleted)]) {
      assert.equal(await storage().entries.findByAlias(free, 'en'), undefined);
      await store(storage(), pageAt(free));
    }
  });

  it('lets a new entry take the alias that the same act frees', async () => {
    const old = pageAt(newAlias());
    const next = pageAt(aliasOf(old));
    await store(storage(), old);

    await storage().entries.apply([remove(old), insert(next)]);

    assert.equal(await storage().entries.findByAlias(aliasOf(old), 'en'), next.id);
  });
}

function newAlias(): string {
  return `/é-${newId()}`;
}

function pageAt(alias: string, langcode = 'en'): Entry {
  return sample('node--page', { attributes: { path: { alias, langcode } } });
}

function aliasOf(entry: Entry): string {
  return pathAliasOf(entry)?.alias ?? '';
}
