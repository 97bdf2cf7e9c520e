import assert from 'node:assert/strict';
import { type Field, ModelOutdated, UNLIMITED } from '@content-service/bundles';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { sample, store } from './sample.js';
import { field, Shelf } from './shelf.js';

/** What filters and sorts find while fields come, go and change: always what the documents hold. */
export function changingFields(storage: () => Storage): void {
  it('filters and sorts by a new field at once', async () => {
    const shelf = new Shelf(storage());
    await shelf.put();
    await shelf.add({ title: 'old' });

    await shelf.put(field('string'), field('integer', { cardinality: UNLIMITED }));
    await shelf.add(
      { title: 'second', field_string: 'b', field_integer: [1, 2] },
      { title: 'first', field_string: 'a' },
    );

    assert.equal(await shelf.count('field_string', 'IS NULL'), 1);
    assert.equal(await shelf.count('field_string', '=', 'b'), 1);
    assert.equal(await shelf.count('field_integer', '=', 2), 1);
    assert.equal(await shelf.count('field_integer', 'IS NULL'), 2);
    assert.deepEqual(await shelf.sortedBy('field_string'), ['old', 'first', 'second']);
  });

  it('finds the old values of fields that are put back', async () => {
    const target = sample('user--user');
    const [text, list] = [field('string_long'), field('decimal', { cardinality: UNLIMITED })];
    const fields = [field('string'), text, list, reference('user--user')];
    const shelf = new Shelf(storage());
    const { version } = await shelf.put(...fields);
    const values = { field_string: 'Éclair', field_string_long: 'long', field_decimal: ['1.50', '2.00'] };
    const linkage = { field_entity_reference: [{ type: 'user--user', id: target.id }] };
    await store(storage(), target, shelf.entry(version, values, linkage));

    await shelf.put();
    await shelf.put(...fields);

    assert.equal(await shelf.count('field_string', '=', 'eclair'), 1);
    assert.equal(await shelf.count('field_string_long', 'CONTAINS', 'on'), 1);
    assert.equal(await shelf.count('field_decimal', '=', 200n), 1);
    assert.equal(await shelf.count('field_entity_reference', '=', target.id), 1);
  });

  it('finds the entries of a bundle that is put back', async () => {
    const shelf = new Shelf(storage());
    await shelf.put(field('string'), field('boolean', { cardinality: 2 }));
    const [entry] = await shelf.add({ field_string: 'kept', field_boolean: [true, false] });

    await shelf.remove();
    await shelf.put(field('string'), field('boolean', { cardinality: 2 }));

    assert.equal(await shelf.count('field_string', '=', 'kept'), 1);
    assert.equal(await shelf.count('field_boolean', '=', 0), 1);
    assert.equal((await storage().entries.getMany([entry?.id ?? ''])).size, 1);
  });

  it('follows a field from one value to many and back', async () => {
    const shelf = new Shelf(storage());
    await shelf.put(field('string'));
    await shelf.add({ field_string: 'one' });

    await shelf.put(field('string', { cardinality: UNLIMITED }));
    await shelf.add({ field_string: ['two', 'three'] });
    assert.equal(await shelf.count('field_string', 'IN', 'one', 'three'), 2);

    await shelf.put(field('string'));
    assert.equal(await shelf.count('field_string', 'IN', 'one', 'two'), 2);
    assert.equal(await shelf.count('field_string', '=', 'three'), 0);
  });

  it('compares by the settings a field has now', async () => {
    const shelf = new Shelf(storage());
    await shelf.put(field('string'), field('decimal', { settings: { precision: 10, scale: 2 } }));
    await shelf.add({ field_string: 'Éclair', field_decimal: '1.50' });

    await shelf.put(
      field('string', { settings: { caseSensitive: true } }),
      field('decimal', { settings: { precision: 10, scale: 4 } }),
    );

    assert.equal(await shelf.count('field_string', '=', 'eclair'), 0);
    assert.equal(await shelf.count('field_string', '=', 'Éclair'), 1);
    assert.equal(await shelf.count('field_decimal', '=', 15000n), 1);
  });

  it('takes values that the present type of a field cannot compare for none', async () => {
    const shelf = new Shelf(storage());
    await shelf.put(field('string', { name: 'field_it' }));
    await shelf.add({ field_it: 'seven' });

    await shelf.put(field('integer', { name: 'field_it' }));
    await shelf.add({ field_it: 7 });

    assert.equal(await shelf.count('field_it', '=', 7), 1);
    assert.equal(await shelf.count('field_it', 'IS NULL'), 1);
  });

  it('finds the linkage itself, whatever types a relationship may lead to now', async () => {
    const target = sample('file--file');
    const shelf = new Shelf(storage());
    const { version } = await shelf.put(reference('user--user', 'file--file'));
    const linkage = { field_entity_reference: [{ type: target.type, id: target.id }] };
    await store(storage(), target, shelf.entry(version, {}, linkage));

    await shelf.put(reference('user--user'));

    assert.equal(await shelf.count('field_entity_reference', '=', target.id), 1);
    assert.equal(await shelf.count('field_entity_reference', 'IS NULL'), 0);
  });

  it('finds every entry that was taken while a field was added', async () => {
    const shelf = new Shelf(storage());
    const { version } = await shelf.put(field('integer'));
    const added = Array.from({ length: 20 }, (_, n) =>
      shelf.entry(version, { field_integer: n, field_string: 'x' }),
    );

    const [, ...outcomes] = await Promise.allSettled([
      shelf.put(field('integer'), field('string')),
      ...added.map((entry) => storage().entries.apply([{ kind: 'insert', entry }])),
    ]);

    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.ok(outcome.reason instanceof ModelOutdated, String(outcome.reason));
    const taken = outcomes.filter(({ status }) => status === 'fulfilled').length;
    assert.equal(await shelf.count('field_integer', '>=', 0), taken);
    assert.equal(await shelf.count('field_string', '=', 'x'), taken);
  });

  it('is migrated all the time that fields come and go', async () => {
    const shelf = new Shelf(storage());
    await shelf.put(field('integer'));
    const done = new AbortController();
    const changes = shelf
      .put(field('integer'), field('string'))
      .then(() => shelf.put(field('boolean')))
      .finally(() => {
        done.abort();
      });

    const answers: boolean[] = [];
    while (!done.signal.aborted) answers.push(await storage().isMigrated());

    await changes;
    assert.ok(answers.every(Boolean), answers.join(' '));
  });

  it('has drifted nowhere after all that', async () => {
    assert.deepEqual(await storage().verifyIndex(), []);
  });
}

function reference(...targetTypes: readonly string[]): Field {
  return field('entity_reference', { settings: { targetTypes } });
}
