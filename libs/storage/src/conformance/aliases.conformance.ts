import assert from 'node:assert/strict';
import { AliasTaken, type Entry, getPathAlias } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { editSample, insert, newId, remove, createSampleEntry, storeEntries, update } from './sample.js';

/** No two entries have the same path alias in one language. */
export function aliases(storage: () => Storage): void {
  it('finds an entry by its alias without case and accents, and prefers the exact alias', async () => {
    const alias = newAlias();
    const capitals = createPage(alias.toUpperCase());
    await storeEntries(storage(), capitals);
    for (const other of [alias, alias.toUpperCase(), alias.replace('é', 'e'), alias.replace('é', 'è')])
      assert.equal(await storage().entries.findByAlias(other, 'en'), capitals.id);

    const [folded, accented] = [createPage(alias.replace('é', 'e')), createPage(alias, 'de')];
    await storeEntries(storage(), folded, accented);
    assert.equal(await storage().entries.findByAlias(alias, 'en'), accented.id);
    assert.equal(await storage().entries.findByAlias(alias.toUpperCase(), 'en'), capitals.id);
    assert.equal(await storage().entries.findByAlias(alias.replace('é', 'E'), 'en'), folded.id);

    const path = { alias: newAlias(), langcode: 'en' };
    await storage().entries.apply([update(editSample(capitals, { attributes: { path } })), remove(folded)]);
    await storage().entries.apply([remove(accented)]);
    for (const other of [alias, alias.toUpperCase(), alias.replace('é', 'e')])
      assert.equal(await storage().entries.findByAlias(other, 'en'), undefined);
  });

  it('finds an entry by its alias and prefers the requested language', async () => {
    const alias = newAlias();
    const [english, german] = [createPage(alias, 'en'), createPage(alias, 'de')];
    await storeEntries(storage(), english, german);

    assert.equal(await storage().entries.findByAlias(alias, 'en'), english.id);
    assert.equal(await storage().entries.findByAlias(alias, 'de'), german.id);
    for (const other of [`${alias} `, `${alias}/`, `${alias}x`])
      assert.equal(await storage().entries.findByAlias(other, 'en'), undefined);
    assert.equal(await storage().entries.findByAlias(alias, 'fr'), german.id);
  });

  it('finds the entries of many aliases at once, each as if it were alone', async () => {
    const pages = Array.from({ length: 120 }, (_, n) => createPage(newAlias(), n % 3 === 0 ? 'de' : 'en'));
    await storeEntries(storage(), ...pages);
    const aliases = pages.map(getAlias);
    const [exact, changed, unknown] = [aliases.slice(0, 60), aliases.slice(60), [newAlias(), '', '/É']];
    const asked = [...exact, ...changed.map((alias) => alias.toUpperCase()), ...unknown, ...exact];

    const found = await storage().entries.findByAliases(asked, 'en');

    assert.deepEqual(
      [...found].toSorted(),
      pages.map(({ id }, n) => [n < 60 ? aliases[n] : aliases[n]?.toUpperCase(), id]).toSorted(),
    );
    assert.deepEqual(await storage().entries.findByAliases([], 'en'), new Map());
  });

  it('refuses an alias that another entry of any type has', async () => {
    const alias = newAlias();
    const [holder, lone] = [createPage(alias), createSampleEntry('node--page')];
    await storeEntries(storage(), holder, lone);

    const rival = createSampleEntry('node--article', { attributes: { path: { alias, langcode: 'en' } } });
    await assert.rejects(storeEntries(storage(), rival), AliasTaken);
    const renamed = editSample(lone, { attributes: { path: { alias, langcode: 'en' } } });
    await assert.rejects(storage().entries.apply([update(renamed)]), AliasTaken);

    assert.equal(await storage().entries.findByAlias(alias, 'en'), holder.id);
    assert.equal((await storage().entries.findStatuses([rival.id])).size, 0);
  });

  it('refuses two new entries with the same alias in one call of apply()', async () => {
    const alias = newAlias();

    await assert.rejects(storeEntries(storage(), createPage(alias), createPage(alias)), AliasTaken);
  });

  it('names the alias that is taken among those of many new entries', async () => {
    const taken = newAlias();
    await storeEntries(storage(), createPage(taken));
    const pages = Array.from({ length: 60 }, (_, n) => createPage(n === 30 ? taken : newAlias()));

    await assert.rejects(storeEntries(storage(), ...pages), new AliasTaken(taken, 'en'));

    assert.equal((await storage().entries.findStatuses(pages.map(({ id }) => id))).size, 0);
  });

  it('lets an entry keep its alias when it is updated', async () => {
    const entry = createPage(newAlias());
    await storeEntries(storage(), entry);

    await storage().entries.apply([update(editSample(entry, { attributes: { title: 'new' } }))]);

    assert.equal(await storage().entries.findByAlias(getAlias(entry), 'en'), entry.id);
  });

  it('releases an alias when its entry gets another alias or is deleted', async () => {
    const [renamed, deleted] = [createPage(newAlias()), createPage(newAlias())];
    await storeEntries(storage(), renamed, deleted);
    const path = { alias: newAlias(), langcode: 'en' };

    await storage().entries.apply([update(editSample(renamed, { attributes: { path } })), remove(deleted)]);

    assert.equal(await storage().entries.findByAlias(path.alias, 'en'), renamed.id);
    for (const free of [getAlias(renamed), getAlias(deleted)]) {
      assert.equal(await storage().entries.findByAlias(free, 'en'), undefined);
      await storeEntries(storage(), createPage(free));
    }
  });

  it('accepts a new entry with an alias that the same call of apply() releases', async () => {
    const old = createPage(newAlias());
    const next = createPage(getAlias(old));
    await storeEntries(storage(), old);

    await storage().entries.apply([remove(old), insert(next)]);

    assert.equal(await storage().entries.findByAlias(getAlias(old), 'en'), next.id);
  });
}

function newAlias(): string {
  return `/é-${newId()}`;
}

function createPage(alias: string, langcode = 'en'): Entry {
  return createSampleEntry('node--page', { attributes: { path: { alias, langcode } } });
}

function getAlias(entry: Entry): string {
  return getPathAlias(entry)?.alias ?? '';
}
