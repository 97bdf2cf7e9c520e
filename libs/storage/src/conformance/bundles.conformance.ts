import assert from 'node:assert/strict';
import { type Bundle, ModelOutdated, UNLIMITED } from '@content-service/bundles';
import { Entry } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import { field, Shelf } from './shelf.js';

/** The content model: its versions, and who may write by which. */
export function bundles(storage: () => Storage): void {
  it('gives back a bundle as it was put, and raises the version by one', async () => {
    const before = await storage().bundles.load();
    const choices = [{ value: 'a', label: 'Ä' }];
    const shelf = new Shelf(storage());

    const after = await shelf.put(
      field('string', { required: true, settings: { maxLength: 10, caseSensitive: true } }),
      field('list_string', { cardinality: UNLIMITED, settings: { allowedValues: choices } }),
      field('entity_reference', { cardinality: 3, settings: { targetTypes: [shelf.type, 'user--user'] } }),
    );

    assert.equal(after.version, before.version + 1);
    assert.deepEqual(find(after.bundles, shelf), { ...shelf.definition(), since: after.version });
    assert.deepEqual(byName(await storage().bundles.load()), byName(after));
    assert.deepEqual(
      byName(after).filter(({ bundle }) => bundle !== shelf.name),
      byName(before),
    );
  });

  it('keeps the optional description', async () => {
    const shelf = new Shelf(storage());
    const { version } = await storage().bundles.load();
    const bundle = { ...shelf.definition(), description: 'What stands here' };

    await storage().bundles.applyChange({ kind: 'put', bundle }, version);

    assert.deepEqual(find((await storage().bundles.load()).bundles, shelf), {
      ...bundle,
      since: version + 1,
    });
  });

  it('can make the same change once more', async () => {
    const shelf = new Shelf(storage());
    await shelf.put(field('string'));
    const [entry] = await shelf.add({ field_string: 'kept' });

    const { bundles: again, version } = await shelf.put(field('string'));
    assert.deepEqual(find(again, shelf), { ...shelf.definition(), since: version });
    assert.equal(await shelf.count('field_string', '=', 'kept'), 1);
    assert.equal((await storage().entries.exists([entry?.id ?? ''])).size, 1);

    await shelf.remove();
    assert.equal(find((await shelf.remove()).bundles, shelf), undefined);
  });

  it('refuses a change that was made from an older version', async () => {
    const { version } = await storage().bundles.load();
    const [shelf, late] = [new Shelf(storage()), new Shelf(storage())];
    await shelf.put(field('string'));

    const change = { kind: 'put', bundle: late.definition() } as const;
    await assert.rejects(storage().bundles.applyChange(change, version), ModelOutdated);

    const after = await storage().bundles.load();
    assert.equal(after.version, version + 1);
    assert.equal(find(after.bundles, late), undefined);
  });

  it('makes one of ten changes from the same version', async () => {
    const { version } = await storage().bundles.load();
    const shelves = Array.from({ length: 10 }, () => new Shelf(storage()));

    const outcomes = await Promise.allSettled(
      shelves.map((shelf) =>
        storage().bundles.applyChange({ kind: 'put', bundle: shelf.definition() }, version),
      ),
    );

    const errors = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    assert.equal(errors.length, shelves.length - 1);
    for (const error of errors) assert.ok(error instanceof ModelOutdated, String(error));
    const after = await storage().bundles.load();
    assert.equal(after.version, version + 1);
    assert.equal(shelves.filter((shelf) => find(after.bundles, shelf) !== undefined).length, 1);
  });

  it('refuses an entry that was written before its bundle changed, and takes it when others did', async () => {
    const [shelf, neighbour] = [new Shelf(storage()), new Shelf(storage())];
    const { version: first } = await shelf.put(field('string'));
    const { version: second } = await shelf.put(field('string'), field('integer'));
    const { version: third } = await neighbour.put();

    await assert.rejects(insert(shelf.entry(first)), ModelOutdated);
    await insert(shelf.entry(second));
    await insert(shelf.entry(third));

    assert.equal(await shelf.count('field_string', 'IS NULL'), 2);
  });

  it('refuses an entry of a bundle that is not there', async () => {
    const shelf = new Shelf(storage());
    const { version } = await storage().bundles.load();
    await assert.rejects(insert(shelf.entry(version)), ModelOutdated);

    const { version: put } = await shelf.put();
    await shelf.remove();
    await assert.rejects(insert(shelf.entry(put)), ModelOutdated);
    await assert.rejects(insert(shelf.entry(put + 1)), ModelOutdated);
  });

  it('takes entries of types that every model has', async () => {
    const times = { created: 0, changed: 0, position: 1 };
    const head = { id: newId(), type: 'user--user', published: true, version: 1, modelVersion: 0, ...times };

    await insert(Entry.of(head, { display_name: 'Ann', status: true }, {}));

    assert.deepEqual((await storage().entries.exists([head.id])).get(head.id), {
      type: 'user--user',
      published: true,
    });
  });

  async function insert(entry: Entry): Promise<void> {
    await storage().entries.apply([{ kind: 'insert', entry }]);
  }
}

function find(bundles: readonly Bundle[], shelf: Shelf): Bundle | undefined {
  return bundles.find(({ bundle }) => bundle === shelf.name);
}

function byName({ bundles }: { readonly bundles: readonly Bundle[] }): Bundle[] {
  return [...bundles].sort((a, b) => a.bundle.localeCompare(b.bundle));
}
