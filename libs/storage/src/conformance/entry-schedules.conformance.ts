import assert from 'node:assert/strict';
import {
  type Entry,
  type EntryChange,
  type EntrySchedule,
  type ScheduleAction,
  type ScheduleChange,
  ScheduleOutdated,
  VersionConflict,
} from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { createSampleEntry, editSample, insert, newId, reloadEntry, remove, update } from './sample.js';

const TYPE = 'node--article';
const NOON = 1_700_000_000;

/** Publications in the future: they are stored, performed and deleted with their entries. */
export function entrySchedules(storage: () => Storage): void {
  const apply: Storage['entries']['apply'] = (...args) => storage().entries.apply(...args);
  const listOf = async (entry: Entry): Promise<readonly (readonly [ScheduleAction, number])[]> => {
    const { schedules } = await storage().entrySchedules.page({ entryIds: [entry.id] }, { limit: 9 });
    return schedules.map(({ action, dueAt }) => [action, dueAt]);
  };
  const scheduled = (change: EntryChange, schedule: ScheduleChange): EntryChange =>
    change.kind === 'delete' || change.kind === 'discardCopy' ? change : { ...change, schedule };
  const addScheduled = async (schedule: ScheduleChange): Promise<Entry> => {
    const entry = createSampleEntry(TYPE, { published: false });
    await apply([scheduled(insert(entry), schedule)]);
    return entry;
  };
  const toSchedule = ({ id }: Entry, action: ScheduleAction, dueAt: number): EntrySchedule => ({
    ...{ entryId: id, action, dueAt },
  });

  it('stores the schedules of a change, and changes and cancels those it names', async () => {
    const entry = await addScheduled({ publish: NOON, unpublish: NOON + 9 });
    assert.deepEqual(await listOf(entry), [
      ['publish', NOON],
      ['unpublish', NOON + 9],
    ]);

    const second = editSample(entry, {});
    await apply([scheduled(update(second), { publish: NOON + 99 })]);
    assert.deepEqual(await listOf(entry), [
      ['unpublish', NOON + 9],
      ['publish', NOON + 99],
    ]);

    const third = editSample(second, {});
    await apply([scheduled(update(third, second), { unpublish: null })]);
    await apply([update(editSample(third, {}))]);
    assert.deepEqual(await listOf(entry), [['publish', NOON + 99]]);
  });

  it('stores no schedule of changes that are refused', async () => {
    const entry = createSampleEntry(TYPE);
    const changes = [scheduled(insert(entry), { publish: NOON }), update(createSampleEntry(TYPE))];

    await assert.rejects(apply(changes), VersionConflict);

    assert.deepEqual(await listOf(entry), []);
  });

  it('deletes the schedules of a deleted entry, so that one with its id has none', async () => {
    const entry = await addScheduled({ publish: NOON, unpublish: NOON });

    await apply([remove(entry)]);
    await apply([insert(createSampleEntry(TYPE, { id: entry.id }))]);

    assert.deepEqual(await listOf(entry), []);
  });

  it('lets one of ten parallel changes complete a schedule', async () => {
    const entry = await addScheduled({ publish: NOON });
    const due = toSchedule(entry, 'publish', NOON);

    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        apply([update(editSample(entry, { published: true }), entry)], { completedSchedules: [due] }),
      ),
    );

    const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.equal(failures.length, 9);
    for (const { reason } of failures)
      assert.ok(reason instanceof VersionConflict || reason instanceof ScheduleOutdated, String(reason));
    const stored = await reloadEntry(storage(), entry);
    assert.deepEqual([stored.published, stored.version], [true, 2]);
    assert.deepEqual(await listOf(entry), []);
  });

  it('changes nothing when a completed schedule was performed, cancelled or moved', async () => {
    const entry = await addScheduled({ publish: NOON, unpublish: NOON + 9 });
    const edited = editSample(entry, { published: true });
    const completing = (...completedSchedules: EntrySchedule[]): Promise<unknown> =>
      apply([update(edited, entry)], { completedSchedules });

    await assert.rejects(completing(toSchedule(entry, 'publish', NOON + 1)), ScheduleOutdated);
    await assert.rejects(
      completing(toSchedule(entry, 'publish', NOON), toSchedule(entry, 'unpublish', NOON)),
      ScheduleOutdated,
    );

    assert.equal((await reloadEntry(storage(), entry)).version, 1);
    assert.equal((await listOf(entry)).length, 2);
  });

  it('discards the schedules that are still stored so', async () => {
    const entry = await addScheduled({ publish: NOON, unpublish: NOON + 9 });
    const { entrySchedules } = storage();
    const discarded = [
      toSchedule(entry, 'publish', NOON),
      toSchedule(entry, 'unpublish', NOON),
      { ...toSchedule(entry, 'publish', NOON), entryId: newId() },
    ];

    assert.equal(await entrySchedules.discard(discarded), 1);
    assert.equal(await entrySchedules.discard(discarded), 0);

    assert.deepEqual(await listOf(entry), [['unpublish', NOON + 9]]);
  });

  it('lists what is due by a time, in its order, page by page', async () => {
    const past = 1_000;
    const added = [
      await addScheduled({ publish: past + 3 }),
      await addScheduled({ publish: past, unpublish: past }),
      await addScheduled({ unpublish: past }),
      await addScheduled({ publish: past + 1, unpublish: past + 4 }),
    ];
    const { entrySchedules } = storage();
    const listed: EntrySchedule[] = [];
    for (let more = true; more;) {
      const page = await entrySchedules.page({ dueBy: past + 3 }, { after: listed.at(-1), limit: 2 });
      listed.push(...page.schedules);
      more = page.more;
    }

    const [late, both, one, next] = added.map(({ id }) => id);
    const first = [
      [past, both, 'publish'],
      [past, both, 'unpublish'],
      [past, one, 'unpublish'],
    ].sort(([, a = ''], [, b = '']) => (a < b ? -1 : a > b ? 1 : 0));
    assert.deepEqual(
      listed.map(({ dueAt, entryId, action }) => [dueAt, entryId, action]),
      [...first, [past + 1, next, 'publish'], [past + 3, late, 'publish']],
    );
  });

  it('lists the schedules of several entries together, by time', async () => {
    const late = await addScheduled({ publish: NOON + 20, unpublish: NOON + 40 });
    const early = await addScheduled({ publish: NOON + 10 });
    await addScheduled({ publish: NOON + 15 });
    const { entrySchedules } = storage();

    const first = await entrySchedules.page({ entryIds: [late.id, early.id, newId()] }, { limit: 2 });
    const rest = await entrySchedules.page(
      { entryIds: [late.id, early.id] },
      { after: first.schedules.at(-1), limit: 2 },
    );

    assert.deepEqual(first, {
      schedules: [toSchedule(early, 'publish', NOON + 10), toSchedule(late, 'publish', NOON + 20)],
      more: true,
    });
    assert.deepEqual(rest, { schedules: [toSchedule(late, 'unpublish', NOON + 40)], more: false });
    assert.deepEqual(await entrySchedules.page({ entryIds: [] }, { limit: 2 }), {
      schedules: [],
      more: false,
    });
  });
}
