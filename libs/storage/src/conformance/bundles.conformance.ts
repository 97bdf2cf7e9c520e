import assert from 'node:assert/strict';
import { type Bundle, ModelOutdated, UNLIMITED } from '@content-service/bundles';
import { Entry } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import { field, TestBundle } from './test-bundle.js';

/** The content model, its versions, and entries written by older versions. */
export function bundles(storage: () => Storage): void {
  it('returns a bundle as it was stored and raises the version by one', async () => {
    const before = await storage().bundles.load();
    const choices = [{ value: 'a', label: 'Ä' }];
    const testBundle = new TestBundle(storage());

    const after = await testBundle.put(
      field('string', { required: true, settings: { maxLength: 10, caseSensitive: true } }),
      field('link', {
        description: 'For «more»',
        placeholder: 'https://…',
        defaultValue: { uri: 'https://example.org' },
        formDisplay: { group: 'Søk «1»', region: 'side' },
      }),
      field('list_string', { cardinality: UNLIMITED, settings: { allowedValues: choices } }),
      field('entity_reference', {
        cardinality: 3,
        settings: { targetTypes: [testBundle.type, 'user--user'] },
      }),
    );

    assert.equal(after.version, before.version + 1);
    assert.deepEqual(find(after.bundles, testBundle), { ...testBundle.definition(), since: after.version });
    assert.deepEqual(byName(await storage().bundles.load()), byName(after));
    assert.deepEqual(
      byName(after).filter(({ bundle }) => bundle !== testBundle.name),
      byName(before),
    );
  });

  it('keeps the optional description', async () => {
    const testBundle = new TestBundle(storage());
    const { version } = await storage().bundles.load();
    const bundle = { ...testBundle.definition(), description: 'What stands here' };

    await storage().bundles.applyChange({ kind: 'put', bundle }, version);

    assert.deepEqual(find((await storage().bundles.load()).bundles, testBundle), {
      ...bundle,
      since: version + 1,
    });
  });

  it('accepts the same change again', async () => {
    const bundle = new TestBundle(storage());
    await bundle.put(field('string'));
    const [entry] = await bundle.add({ field_string: 'kept' });

    const { bundles: again, version } = await bundle.put(field('string'));
    assert.deepEqual(find(again, bundle), { ...bundle.definition(), since: version });
    assert.equal(await bundle.count('field_string', '=', 'kept'), 1);
    assert.equal((await storage().entries.findStatuses([entry?.id ?? ''])).size, 1);

    await bundle.remove();
    assert.equal(find((await bundle.remove()).bundles, bundle), undefined);
  });

  it('refuses a change from an older version', async () => {
    const { version } = await storage().bundles.load();
    const [bundle, late] = [new TestBundle(storage()), new TestBundle(storage())];
    await bundle.put(field('string'));

    const change = { kind: 'put', bundle: late.definition() } as const;
    await assert.rejects(storage().bundles.applyChange(change, version), ModelOutdated);

    const after = await storage().bundles.load();
    assert.equal(after.version, version + 1);
    assert.equal(find(after.bundles, late), undefined);
  });

  it('of ten parallel changes from the same version one succeeds', async () => {
    const { version } = await storage().bundles.load();
    const stores = Array.from({ length: 10 }, () => new TestBundle(storage()));

    const outcomes = await Promise.allSettled(
      stores.map((bundle) =>
        storage().bundles.applyChange({ kind: 'put', bundle: bundle.definition() }, version),
      ),
    );

    const errors = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    assert.equal(errors.length, stores.length - 1);
    for (const error of errors) assert.ok(error instanceof ModelOutdated, String(error));
    const after = await storage().bundles.load();
    assert.equal(after.version, version + 1);
    assert.equal(stores.filter((bundle) => find(after.bundles, bundle) !== undefined).length, 1);
  });

  it('refuses an entry written before its bundle changed, and accepts it when other bundles changed', async () => {
    const [bundle, neighbour] = [new TestBundle(storage()), new TestBundle(storage())];
    const { version: first } = await bundle.put(field('string'));
    const { version: second } = await bundle.put(field('string'), field('integer'));
    const { version: third } = await neighbour.put();

    await assert.rejects(insert(bundle.entry(first)), ModelOutdated);
    await insert(bundle.entry(second));
    await insert(bundle.entry(third));

    assert.equal(await bundle.count('field_string', 'IS NULL'), 2);
  });

  it('refuses an entry of a missing bundle', async () => {
    const bundle = new TestBundle(storage());
    const { version } = await storage().bundles.load();
    await assert.rejects(insert(bundle.entry(version)), ModelOutdated);

    const { version: put } = await bundle.put();
    await bundle.remove();
    await assert.rejects(insert(bundle.entry(put)), ModelOutdated);
    await assert.rejects(insert(bundle.entry(put + 1)), ModelOutdated);
  });

  it('accepts entries of built-in types', async () => {
    const times = { created: 0, changed: 0, position: 1 };
    const head = { id: newId(), type: 'user--user', published: true, version: 1, modelVersion: 0, ...times };

    await insert(Entry.of(head, { display_name: 'Ann', status: true }, {}));

    assert.deepEqual((await storage().entries.findStatuses([head.id])).get(head.id), {
      type: 'user--user',
      published: true,
    });
  });

  async function insert(entry: Entry): Promise<void> {
    await storage().entries.apply([{ kind: 'insert', entry }]);
  }
}

function find(bundles: readonly Bundle[], testBundle: TestBundle): Bundle | undefined {
  return bundles.find(({ bundle }) => bundle === testBundle.name);
}

function byName({ bundles }: { readonly bundles: readonly Bundle[] }): Bundle[] {
  return [...bundles].sort((a, b) => a.bundle.localeCompare(b.bundle));
}
