import assert from 'node:assert/strict';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { type Field, ModelOutdated, UNLIMITED } from '@content-service/bundles';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { createSampleEntry, storeEntries } from './sample.js';
import { field, TestBundle } from './test-bundle.js';

/** What filters and sorts find while fields come, go and change: always what the documents hold. */
export function changingFields(storage: () => Storage): void {
  it('filters and sorts by a new field at once', async () => {
    const bundle = new TestBundle(storage());
    await bundle.put();
    await bundle.add({ title: 'old' });

    await bundle.put(field('string'), field('integer', { cardinality: UNLIMITED }));
    await bundle.add(
      { title: 'second', field_string: 'b', field_integer: [1, 2] },
      { title: 'first', field_string: 'a' },
    );

    assert.equal(await bundle.count('field_string', 'IS NULL'), 1);
    assert.equal(await bundle.count('field_string', '=', 'b'), 1);
    assert.equal(await bundle.count('field_integer', '=', 2), 1);
    assert.equal(await bundle.count('field_integer', 'IS NULL'), 2);
    assert.deepEqual(await bundle.findTitlesSorted('field_string'), ['old', 'first', 'second']);
  });

  it('finds the old values of a field that is removed and added again', async () => {
    const target = createSampleEntry('user--user');
    const [text, list] = [field('string_long'), field('decimal', { cardinality: UNLIMITED })];
    const fields = [field('string'), text, list, reference('user--user')];
    const bundle = new TestBundle(storage());
    const { version } = await bundle.put(...fields);
    const values = { field_string: 'Éclair', field_string_long: 'long', field_decimal: ['1.50', '2.00'] };
    const linkage = { field_entity_reference: [{ type: 'user--user', id: target.id }] };
    await storeEntries(storage(), target, bundle.entry(version, values, linkage));

    await bundle.put();
    await bundle.put(...fields);

    assert.equal(await bundle.count('field_string', '=', 'eclair'), 1);
    assert.equal(await bundle.count('field_string_long', 'CONTAINS', 'on'), 1);
    assert.equal(await bundle.count('field_decimal', '=', 200n), 1);
    assert.equal(await bundle.count('field_entity_reference', '=', target.id), 1);
  });

  it('finds the entries of a bundle that is removed and added again', async () => {
    const bundle = new TestBundle(storage());
    await bundle.put(field('string'), field('boolean', { cardinality: 2 }));
    const [entry] = await bundle.add({ field_string: 'kept', field_boolean: [true, false] });

    await bundle.remove();
    await bundle.put(field('string'), field('boolean', { cardinality: 2 }));

    assert.equal(await bundle.count('field_string', '=', 'kept'), 1);
    assert.equal(await bundle.count('field_boolean', '=', 0), 1);
    assert.equal((await storage().entries.getMany([entry?.id ?? ''])).size, 1);
  });

  it('finds values after the cardinality of a field changes from one to many and back', async () => {
    const bundle = new TestBundle(storage());
    await bundle.put(field('string'));
    await bundle.add({ field_string: 'one' });

    await bundle.put(field('string', { cardinality: UNLIMITED }));
    await bundle.add({ field_string: ['two', 'three'] });
    assert.equal(await bundle.count('field_string', 'IN', 'one', 'three'), 2);

    await bundle.put(field('string'));
    assert.equal(await bundle.count('field_string', 'IN', 'one', 'two'), 2);
    assert.equal(await bundle.count('field_string', '=', 'three'), 0);
  });

  it('compares by the current settings of a field', async () => {
    const bundle = new TestBundle(storage());
    await bundle.put(field('string'), field('decimal', { settings: { precision: 10, scale: 2 } }));
    await bundle.add({ field_string: 'Éclair', field_decimal: '1.50' });

    await bundle.put(
      field('string', { settings: { caseSensitive: true } }),
      field('decimal', { settings: { precision: 10, scale: 4 } }),
    );

    assert.equal(await bundle.count('field_string', '=', 'eclair'), 0);
    assert.equal(await bundle.count('field_string', '=', 'Éclair'), 1);
    assert.equal(await bundle.count('field_decimal', '=', 15000n), 1);
  });

  it('treats values that the current type of a field cannot compare as absent', async () => {
    const bundle = new TestBundle(storage());
    await bundle.put(field('string', { name: 'field_it' }));
    await bundle.add({ field_it: 'seven' });

    await bundle.put(field('integer', { name: 'field_it' }));
    await bundle.add({ field_it: 7 });

    assert.equal(await bundle.count('field_it', '=', 7), 1);
    assert.equal(await bundle.count('field_it', 'IS NULL'), 1);
  });

  it('finds linkage by id, also when its target type is no longer allowed', async () => {
    const target = createSampleEntry('file--file');
    const bundle = new TestBundle(storage());
    const { version } = await bundle.put(reference('user--user', 'file--file'));
    const linkage = { field_entity_reference: [{ type: target.type, id: target.id }] };
    await storeEntries(storage(), target, bundle.entry(version, {}, linkage));

    await bundle.put(reference('user--user'));

    assert.equal(await bundle.count('field_entity_reference', '=', target.id), 1);
    assert.equal(await bundle.count('field_entity_reference', 'IS NULL'), 0);
  });

  it('finds every entry that was stored while a field was being added', async () => {
    const bundle = new TestBundle(storage());
    const { version } = await bundle.put(field('integer'));
    const added = Array.from({ length: 20 }, (_, n) =>
      bundle.entry(version, { field_integer: n, field_string: 'x' }),
    );

    const [, ...outcomes] = await Promise.allSettled([
      bundle.put(field('integer'), field('string')),
      ...added.map((entry) => storage().entries.apply([{ kind: 'insert', entry }])),
    ]);

    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.ok(outcome.reason instanceof ModelOutdated, String(outcome.reason));
    const taken = outcomes.filter(({ status }) => status === 'fulfilled').length;
    assert.equal(await bundle.count('field_integer', '>=', 0), taken);
    assert.equal(await bundle.count('field_string', '=', 'x'), taken);
  });

  it('isMigrated() stays true while fields are added and removed', async () => {
    const bundle = new TestBundle(storage());
    await bundle.put(field('integer'));
    const done = new AbortController();
    const changes = bundle
      .put(field('integer'), field('string'))
      .then(() => bundle.put(field('boolean')))
      .finally(() => {
        done.abort();
      });

    const answers: boolean[] = [];
    while (!done.signal.aborted) {
      answers.push(await storage().isMigrated());
      // An adapter that answers without waiting would leave no turn to its own writes.
      await nextEventLoopTurn();
    }

    await changes;
    assert.ok(answers.every(Boolean), answers.join(' '));
  });

  it('verifyIndex() reports no drift after these changes', async () => {
    assert.deepEqual((await storage().verifyIndex()).drifts, []);
  });
}

function reference(...targetTypes: readonly string[]): Field {
  return field('entity_reference', { settings: { targetTypes } });
}
