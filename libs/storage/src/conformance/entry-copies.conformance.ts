import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Entry,
  type EntryChange,
  type EntryCopy,
  getAllLinkage,
  VersionConflict,
} from '@content-service/entries';
import type { Storage } from '../storage.js';
import { MANY } from './pruning.js';
import { RandomChoices } from './random-choices.js';
import { it } from './runner.js';
import {
  createSampleEntry,
  editSample,
  insert,
  reloadEntry,
  remove,
  storeEntries,
  update,
} from './sample.js';
import { createCopy, discard, keep, repeat, save } from './sample-copies.js';
import { sequenceAndRead } from './sequencing.js';

const TYPE = 'node--article';
const WRITERS = 20;
const RACES = 20;
const STEPS = 60;

/** Working copies: they are stored beside their entries, replaced and discarded by version, and nothing else shows them. */
export function entryCopies(storage: () => Storage): void {
  const apply = (...changes: readonly EntryChange[]): Promise<unknown> => storage().entries.apply(changes);
  const findCopy = async ({ id }: Entry): Promise<EntryCopy | undefined> =>
    (await storage().entryRevisions.findCopies([id])).get(id);
  const addEntry = async (): Promise<Entry> => {
    const entry = createSampleEntry(TYPE, { attributes: { title: 'First' } });
    await storeEntries(storage(), entry);
    return entry;
  };
  const addCopy = async (entry: Entry): Promise<EntryCopy> => {
    const copy = createCopy(entry, { title: 'Changed' });
    await apply(save(entry, copy));
    return copy;
  };

  it('stores, replaces and discards a copy', async () => {
    const entry = await addEntry();
    const first = createCopy(entry, { title: 'Harbour ⚓', rating: null });
    await apply(save(entry, first));
    assert.deepEqual(await findCopy(entry), first);

    const second = createCopy(entry, { title: 'Other' }, first);
    await apply(save(entry, second));
    assert.deepEqual(await findCopy(entry), second);

    await apply(discard(second));
    assert.equal(await findCopy(entry), undefined);
    assert.equal((await reloadEntry(storage(), entry)).version, 1);
  });

  it('refuses changes of another version of the copy or the entry, and of an entry that does not exist', async () => {
    const entry = await addEntry();
    const copy = await addCopy(entry);
    const further = createCopy(entry, { title: 'Other' }, copy);
    const refused: readonly EntryChange[] = [
      save(entry, further, { expectedVersion: 0 }),
      save(entry, further, { expectedVersion: 2 }),
      save(entry, further, { entryVersion: 2 }),
      save(createSampleEntry(TYPE), createCopy(createSampleEntry(TYPE), {})),
      discard(further),
      discard(createCopy(createSampleEntry(TYPE), {})),
    ];

    for (const change of refused) await assert.rejects(apply(change), VersionConflict);
    await assert.rejects(apply(update(editSample(entry, {})), discard(further)), VersionConflict);

    assert.deepEqual(await findCopy(entry), copy);
    assert.equal((await reloadEntry(storage(), entry)).version, 1);
  });

  it('keeps replaced and discarded copies as revisions, as many as an order says', async () => {
    const entry = await addEntry();
    const first = await addCopy(entry);
    const second = createCopy(entry, { title: 'Second' }, first);
    const replaced = keep(entry, first);
    await apply(save(entry, second, { supersede: replaced }));
    const discarded = keep(entry, second);
    await apply(discard(second, { supersede: discarded }));

    const { entryRevisions } = storage();
    const { revisions } = await entryRevisions.page(entry.id, { limit: MANY });
    assert.deepEqual(
      revisions.map(({ number, track, published, change }) => [number, track, published, change]),
      [discarded, replaced].map(({ number, change }) => [number, 'copy', false, change]),
    );
    const revision = await entryRevisions.find(entry.id, replaced.number);
    assert.equal(revision?.entry.attributes['title'], 'Changed');

    const third = createCopy(entry, { title: 'Third' });
    await apply(save(entry, third));
    const last = keep(entry, third, 1);
    await apply(discard(third, { supersede: last }));
    assert.deepEqual(
      (await entryRevisions.page(entry.id, { limit: MANY })).revisions.map(({ number }) => number),
      [last.number],
    );
    while ((await entryRevisions.prune(last.number + 1, MANY)) === MANY);
    assert.deepEqual((await entryRevisions.page(entry.id, { limit: MANY })).revisions, []);
  });

  it('deletes the copy of a deleted entry; one that is created again has none', async () => {
    const entry = await addEntry();
    const copy = await addCopy(entry);

    await apply(remove(entry));
    assert.equal(await findCopy(entry), undefined);
    await assert.rejects(apply(save(entry, createCopy(entry, {}))), VersionConflict);

    await storeEntries(storage(), createSampleEntry(TYPE, { id: entry.id }));
    assert.equal(await findCopy(entry), undefined);
    await assert.rejects(apply(discard(copy)), VersionConflict);
  });

  it('stores a copy with the entry that is inserted with it', async () => {
    const entry = createSampleEntry(TYPE);
    const copy = createCopy(entry, { title: 'Changed' });

    await apply(insert(entry), save(entry, copy));

    assert.deepEqual(await findCopy(entry), copy);
  });

  it('stores the schedules of a saved copy', async () => {
    const entry = await addEntry();

    await apply(
      save(entry, createCopy(entry, { title: 'Changed' }), { schedule: { publish: 1_700_000_000 } }),
    );

    const { schedules } = await storage().entrySchedules.page({ entryIds: [entry.id] }, { limit: 9 });
    assert.deepEqual(
      schedules.map(({ action, dueAt }) => [action, dueAt]),
      [['publish', 1_700_000_000]],
    );
  });

  it('shows a copy in no event, linkage, status or count', async () => {
    const [entry, target] = [await addEntry(), await addEntry()];
    const { entries } = storage();
    const selection = { type: TYPE, publishedOnly: true };
    const count = await entries.count(selection);
    const copy = createCopy(entry, { title: 'Changed', status: false });
    const linked = { field_related: [{ type: TYPE, id: target.id }] };

    await apply(
      save(entry, { ...copy, content: { attributes: copy.content.attributes, relationships: linked } }),
    );

    assert.equal(await entries.count(selection), count);
    assert.deepEqual(await entries.findReferrers(target.id, { limit: 9 }), []);
    assert.equal((await entries.findStatuses([entry.id])).get(entry.id)?.published, true);
    assert.equal((await reloadEntry(storage(), entry)).attributes['title'], 'First');
    const events = await sequenceAndRead(storage(), entry);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['entry.created'],
    );
    await apply(remove(target));
    assert.equal((await reloadEntry(storage(), entry)).version, 1);
  });

  it('lists copies, those that were saved last first, page by page, of all types or one', async () => {
    const page = createSampleEntry('node--page');
    await storeEntries(storage(), page);
    const saved: EntryCopy[] = [];
    for (const entry of [await addEntry(), page, await addEntry(), await addEntry()]) {
      const copy = createCopy(entry, { title: 'Changed' });
      await apply(save(entry, copy));
      saved.push(copy);
    }
    const ids = new Set(saved.map(({ entryId }) => entryId));
    const list = async (type?: string): Promise<readonly EntryCopy[]> => {
      const found: EntryCopy[] = [];
      for (let more = true; more;) {
        const window = { before: found.at(-1)?.savedAt, limit: 2 };
        const read = await storage().entryRevisions.pageCopies({ type }, window);
        assert.ok(read.copies.length <= 2);
        found.push(...read.copies);
        more = read.more;
      }
      return found.filter(({ entryId }) => ids.has(entryId));
    };

    assert.deepEqual(await list(), saved.toReversed());
    assert.deepEqual(await list(TYPE), saved.filter(({ type }) => type === TYPE).toReversed());
    assert.deepEqual(await list('node--page'), [saved[1]]);
  });

  it('loses none of the members that twenty writers save in one copy', async () => {
    const entry = await addEntry();
    const writeOnce = (n: number): Promise<void> =>
      repeat(async () => {
        const stored = await findCopy(entry);
        const attributes = { ...stored?.content.attributes, [`member_${n}`]: n };
        await apply(save(entry, createCopy(entry, attributes, stored)));
      });

    await Promise.all(Array.from({ length: WRITERS }, (_, n) => writeOnce(n)));

    const copy = await findCopy(entry);
    assert.equal(copy?.version, WRITERS);
    assert.equal(Object.keys(copy.content.attributes).length, WRITERS);
  });

  it('promotes a copy once, and loses no other change of the entry made at the same time', async () => {
    for (let race = 0; race < RACES; race += 1) {
      const entry = await addEntry();
      const target = createSampleEntry(TYPE);
      await storeEntries(storage(), target);
      const linked = editSample(entry, { targets: { field_related: [target] } });
      await apply(update(linked, entry));
      await addCopy(linked);
      const promote = (): Promise<void> =>
        repeat(async () => {
          const [stored, copy] = [await reloadEntry(storage(), entry), await findCopy(entry)];
          if (copy === undefined) return;
          await apply(update(editSample(stored, copy.content), stored), discard(copy));
        });
      const patch = (): Promise<void> =>
        repeat(async () => {
          const stored = await reloadEntry(storage(), entry);
          await apply(update(editSample(stored, { attributes: { body: 'Patched' } }), stored));
        });

      await Promise.all([promote(), patch(), promote(), apply(remove(target))]);

      const after = await reloadEntry(storage(), entry);
      assert.deepEqual([after.attributes['title'], after.attributes['body']], ['Changed', 'Patched']);
      // Created, linked, promoted, patched and unlinked: a version each.
      assert.deepEqual([after.version, getAllLinkage(after).length], [5, 0]);
      assert.equal(await findCopy(entry), undefined);
    }
  });

  it('leaves no copy of an entry that is deleted while its copy is saved or promoted', async () => {
    for (let race = 0; race < RACES; race += 1) {
      const entry = await addEntry();
      const copy = await addCopy(entry);

      await Promise.allSettled([
        apply(save(entry, createCopy(entry, { title: 'Other' }, copy))),
        apply(remove(entry)),
        apply(update(editSample(entry, copy.content), entry), discard(copy)),
      ]);
      const [stored] = (await storage().entries.getMany([entry.id])).values();
      if (stored !== undefined) await apply(remove(stored));

      assert.equal(await findCopy(entry), undefined);
    }
  });

  it('has the entries, linkage and derived rows of plain edits after any sequence of changes of copies', async () => {
    const property = fc.asyncProperty(fc.gen(), async (generate) => {
      const random = new RandomChoices(generate);
      const targets = [await addEntry(), await addEntry(), await addEntry()];
      const [subject, plain] = [await addEntry(), await addEntry()];
      for (let n = 0; n < STEPS; n += 1) {
        const [stored, mirror] = [await reloadEntry(storage(), subject), await reloadEntry(storage(), plain)];
        const copy = await findCopy(subject);
        const changed = {
          attributes: { title: `Title ${random.below(5)}` },
          targets: { field_related: random.several(targets, 0, 2) },
        };
        const step = random.pick(['save', 'promote', 'discard', 'edit'] as const);
        if (step === 'save') {
          const { attributes, targets } = changed;
          const linkage = targets.field_related.map(({ type, id }) => ({ type, id }));
          const next = createCopy(stored, attributes, copy);
          const content = { attributes, relationships: { field_related: linkage } };
          await apply(save(stored, { ...next, content }));
        } else if (step === 'edit') {
          await apply(update(editSample(stored, changed), stored));
          await apply(update(editSample(mirror, changed), mirror));
        } else if (copy !== undefined) {
          const { attributes, relationships } = copy.content;
          const linked = relationships['field_related']?.map(({ id }) =>
            targets.filter((one) => one.id === id),
          );
          const content = { attributes, targets: { field_related: linked?.flat() ?? [] } };
          const edit = step === 'promote' ? [update(editSample(stored, content), stored)] : [];
          await apply(...edit, discard(copy));
          if (step === 'promote') await apply(update(editSample(mirror, content), mirror));
        }
      }
      const [after, expected] = [await reloadEntry(storage(), subject), await reloadEntry(storage(), plain)];
      assert.equal(after.version, expected.version);
      assert.equal(after.attributes['title'], expected.attributes['title']);
      assert.deepEqual(after.relationships, expected.relationships);
      assert.deepEqual((await storage().verifyIndex()).drifts, []);
    });
    await fc.assert(property, { numRuns: 3, endOnFailure: true, includeErrorInReport: true });
  });
}
