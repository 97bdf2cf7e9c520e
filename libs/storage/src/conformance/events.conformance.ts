import assert from 'node:assert/strict';
import { type Entry, VersionConflict } from '@content-service/entries';
import type { LoggedEvent } from '@content-service/events';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { getNewest, MANY, readBehind, sequenceAll, sequenceAndRead } from './sequencing.js';
import {
  createSampleEntry,
  editSample,
  insert,
  newId,
  reloadEntry,
  remove,
  storeEntries,
  update,
} from './sample.js';

const TYPE = 'node--article';
const WRITERS = 20;
const WRITES = 10;

/** The events that writes of entries leave in the log, their positions, and the consumers that read them. */
export function events(storage: () => Storage): void {
  it('records the creation, change, publication and deletion of an entry as one event each', async () => {
    const created = createSampleEntry(TYPE, { published: false });
    const edited = editSample(created, { attributes: { title: 'Edited' } });
    const published = editSample(edited, { published: true });
    const unpublished = editSample(published, { published: false });
    await storage().entries.apply([insert(created)]);
    for (const entry of [edited, published, unpublished]) await storage().entries.apply([update(entry)]);
    await storage().entries.apply([remove(unpublished)]);

    const events = await sequenceAndRead(storage(), created);

    assert.deepEqual(
      events.map(({ type, changed, visibility, subject }) => [type, changed, visibility, subject.version]),
      [
        ['entry.created', [], 'content', 1],
        ['entry.updated', ['title'], 'content', 2],
        ['entry.published', ['status'], 'public', 3],
        ['entry.unpublished', ['status'], 'public', 4],
        ['entry.deleted', [], 'content', 4],
      ],
    );
    assert.deepEqual(events.at(2)?.published, { before: false, after: true });
    assert.equal(new Set(events.map(({ id }) => id)).size, 5);
  });

  it('tells what was written since a moment, when it records that for readers', async () => {
    const { entries } = storage();
    await sequenceAll(storage());
    const before = await entries.findWrittenSince?.(undefined);
    if (before === undefined) return;
    const [one, other] = [createSampleEntry(TYPE), createSampleEntry('node--page')];
    await entries.apply([insert(one)]);
    await entries.apply([insert(other)]);
    const findAll = async (): Promise<readonly string[]> => {
      const written = await entries.findWrittenSince?.(before.moment);
      return (written?.entries ?? []).map(({ type, id }) => `${type} ${id}`).toSorted();
    };

    const expected = [`${TYPE} ${one.id}`, `node--page ${other.id}`].toSorted();
    assert.deepEqual(before.entries, []);
    assert.deepEqual(await findAll(), expected, 'before the events have positions');
    await sequenceAll(storage());
    assert.deepEqual(await findAll(), expected, 'when they have');
    const after = await entries.findWrittenSince?.(before.moment);
    assert.deepEqual((await entries.findWrittenSince?.(after?.moment))?.entries, []);
    await entries.apply([remove(one)]);
    assert.deepEqual((await entries.findWrittenSince?.(after?.moment))?.entries, [
      { type: TYPE, id: one.id },
    ]);
  });

  it('records the state after the change, of a deleted entry the last one, with its origin', async () => {
    const entry = createSampleEntry(TYPE, { attributes: { title: 'Harbour ⚓' } });
    const actor = { kind: 'user', userId: newId(), clientId: 'shop' } as const;
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const origin = { cause: 'request', actor, requestId: newId(), traceparent } as const;
    await storage().entries.apply([insert(entry)], { origin });
    await storage().entries.apply([remove(entry)]);

    const [created, deleted] = await sequenceAndRead(storage(), entry);

    const snapshot = { attributes: entry.attributesText, relationships: entry.relationshipsText };
    assert.deepEqual([created?.snapshot, deleted?.snapshot], [snapshot, snapshot]);
    assert.deepEqual(
      [created?.cause, created?.actor, created?.requestId, created?.traceparent],
      ['request', actor, origin.requestId, traceparent],
    );
    assert.deepEqual([deleted?.cause, deleted?.actor], ['internal', undefined]);
    assert.deepEqual(created && (await storage().events.find(created.id)), created);
  });

  it('records nothing of changes that are refused', async () => {
    const entry = createSampleEntry(TYPE);
    const changes = [insert(entry), update(editSample(createSampleEntry(TYPE), {}))];

    await assert.rejects(storage().entries.apply(changes), VersionConflict);

    assert.deepEqual(await sequenceAndRead(storage(), entry), []);
  });

  it('records the net change of one transaction', async () => {
    const [changed, gone] = [createSampleEntry(TYPE), createSampleEntry(TYPE)];
    const edited = editSample(changed, { attributes: { title: 'Edited' } });
    await storage().entries.apply([insert(changed), update(edited), insert(gone), remove(gone)]);

    const events = await sequenceAndRead(storage(), changed);

    assert.deepEqual(
      events.map(({ type, subject }) => [type, subject.version]),
      [['entry.created', 2]],
    );
    assert.deepEqual(await sequenceAndRead(storage(), gone), []);
  });

  it('gives the events of one transaction adjacent positions', async () => {
    const batches = Array.from({ length: WRITERS }, () => [
      createSampleEntry(TYPE),
      createSampleEntry('node--page'),
    ]);
    const before = await getNewest(storage());
    await Promise.all(batches.map((batch) => storeEntries(storage(), ...batch)));

    const events = await readBehind(storage(), before);

    assert.equal(events.length, 2 * WRITERS);
    for (let n = 0; n < events.length; n += 2)
      assert.equal(events[n]?.transaction, events[n + 1]?.transaction);
  });

  it('names the deletion of their target as the cause of changed referrers', async () => {
    const tag = createSampleEntry('taxonomy_term--tag');
    const referrer = createSampleEntry(TYPE, { targets: { field_tags: [tag] } });
    await storeEntries(storage(), tag, referrer);

    await storage().entries.apply([remove(tag)], { origin: { cause: 'request' } });

    const [, unlinked] = await sequenceAndRead(storage(), referrer);
    assert.deepEqual(
      [unlinked?.type, unlinked?.cause, unlinked?.changed, unlinked?.subject.version],
      ['entry.updated', 'target_deleted', ['field_tags'], 2],
    );
    assert.equal((await sequenceAndRead(storage(), tag)).at(-1)?.cause, 'request');
  });

  it('records referrers that are rewritten after the deletion', async () => {
    const tag = createSampleEntry('taxonomy_term--tag');
    const referrers = Array.from({ length: 120 }, () =>
      createSampleEntry(TYPE, { targets: { field_tags: [tag] } }),
    );
    await storeEntries(storage(), tag, ...referrers);
    const before = await getNewest(storage());

    await storage().entries.apply([remove(tag)]);
    while ((await storage().entries.unlinkDeleted([tag.id], 50)) > 0);

    const events = (await readBehind(storage(), before)).filter(({ cause }) => cause === 'target_deleted');
    assert.deepEqual(
      new Set(events.map(({ subject }) => subject.id)),
      new Set(referrers.map(({ id }) => id)),
    );
    assert.equal(events.length, referrers.length);
  });

  it('begins an entry that is created again with a greater epoch', async () => {
    const former = createSampleEntry(TYPE);
    const again = createSampleEntry(TYPE, { id: former.id });
    await storage().entries.apply([insert(former)]);
    await storage().entries.apply([remove(former)]);
    await storage().entries.apply([insert(again)]);

    const events = await sequenceAndRead(storage(), former);

    assert.deepEqual(
      events.map(({ type, subject }) => [type, subject.epoch, subject.version]),
      [
        ['entry.created', former.position, 1],
        ['entry.deleted', former.position, 1],
        ['entry.created', again.position, 1],
      ],
    );
  });

  it('numbers the events of twenty parallel writers without a gap, and a reader meanwhile misses none', async () => {
    const before = await getNewest(storage());
    const entries = Array.from({ length: WRITERS }, () => createSampleEntry('taxonomy_term--tag'));
    const seen: LoggedEvent[] = [];
    let writing = true;
    const poll = async (): Promise<void> => {
      for (
        let rest = true;
        rest;
        rest = writing || (await hasMore(storage(), seen.at(-1)?.position ?? before))
      ) {
        await sequenceAll(storage(), 7);
        seen.push(...(await storage().events.read(seen.at(-1)?.position ?? before, MANY)));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const reader = poll();

    await Promise.all(entries.map((entry) => writeVersions(storage(), entry)));
    writing = false;
    await reader;

    const events = await storage().events.read(before, MANY);
    assert.equal(events.length, WRITERS * WRITES);
    assert.deepEqual(
      events.map(({ position }) => position),
      events.map((_, n) => before + n + 1),
    );
    assert.deepEqual(
      seen.map(({ id }) => id),
      events.map(({ id }) => id),
    );
    for (const { id } of entries)
      assert.deepEqual(
        events.filter(({ subject }) => subject.id === id).map(({ subject }) => subject.version),
        Array.from({ length: WRITES }, (_, n) => n + 1),
      );
  });

  it('reads the events of a selection', async () => {
    const before = await getNewest(storage());
    const [article, page] = [createSampleEntry(TYPE), createSampleEntry('node--page')];
    await storeEntries(storage(), article, page);
    await storage().entries.apply([remove(article)]);
    await sequenceAll(storage());
    const select = async (selection: Parameters<Storage['events']['read']>[2]): Promise<unknown[]> =>
      (await storage().events.read(before, 10, selection)).map(({ type, subject }) => [type, subject.id]);

    assert.deepEqual(await select({ types: ['entry.deleted'] }), [['entry.deleted', article.id]]);
    assert.deepEqual(await select({ subjectTypes: ['node--page'] }), [['entry.created', page.id]]);
    assert.equal((await select({ subjectId: article.id })).length, 2);
    assert.equal((await storage().events.read(before, 2)).length, 2);
    assert.deepEqual(await select({ upTo: before + 1 }), [['entry.created', article.id]]);
    assert.deepEqual(await select({ upTo: before + 1, subjectTypes: ['node--page'] }), []);
    assert.deepEqual(await storage().events.read(await getNewest(storage()), 10), []);
  });

  it('reads the events in front of a position, the newest first', async () => {
    const before = await getNewest(storage());
    const entries = Array.from({ length: 5 }, () => createSampleEntry(TYPE));
    await storeEntries(storage(), ...entries);
    await storage().entries.apply(entries.map((entry) => remove(entry)));
    const events = await readBehind(storage(), before);
    const newestFirst = events.toReversed();
    const log = storage().events;

    assert.deepEqual(await log.readBackwards(undefined, 3), newestFirst.slice(0, 3));
    assert.deepEqual(await log.readBackwards(newestFirst[2]?.position, 3), newestFirst.slice(3, 6));
    assert.deepEqual(
      (await log.readBackwards(undefined, 2, { types: ['entry.created'], subjectTypes: [TYPE] })).map(
        ({ id }) => id,
      ),
      newestFirst
        .filter(({ type }) => type === 'entry.created')
        .slice(0, 2)
        .map(({ id }) => id),
    );
    const [first] = entries;
    assert.deepEqual(
      (await log.readBackwards(undefined, MANY, { subjectId: first?.id })).map(({ type }) => type),
      ['entry.deleted', 'entry.created'],
    );
    assert.deepEqual(await log.readBackwards(1, 10), []);
  });
}

async function writeVersions(storage: Storage, entry: Entry): Promise<void> {
  await storeEntries(storage, entry);
  for (let n = 1; n < WRITES; n += 1) {
    const current = await reloadEntry(storage, entry);
    await storage.entries.apply([update(editSample(current, { attributes: { weight: n } }))]);
  }
}

async function hasMore(storage: Storage, position: number): Promise<boolean> {
  return (await getNewest(storage)) > position;
}
