import { ContentModel } from '@content-service/bundles';
import { FakeClock } from '@content-service/kernel';
import { Entry, MonotonicPositionGenerator } from '../entry.js';
import type { RevisionMetadata } from './entry-revision.js';
import type { RevisionOptions } from './revision-options.js';
import { RevisionRecorder } from './revision-recorder.js';

const ID = '00000000-0000-4000-8000-000000000001';
const [ADA, BOB] = ['a', 'b'].map((userId) => ({ kind: 'user', userId }) as const);
const MODEL = new ContentModel(1, [
  { entityType: 'node', bundle: 'note', label: 'Note', fields: [], since: 1 },
]);
const MINUTE = 60;

/** An entry with its revisions, whose changes are as minor as they are said to be. */
class EntryWithHistory {
  readonly stored: RevisionMetadata[] = [];
  private version = 1;
  private readonly recorder = new RevisionRecorder(
    { page: () => Promise.resolve({ revisions: this.stored.slice(0, 1), more: false }) },
    new MonotonicPositionGenerator(this.clock),
  );

  constructor(private readonly clock: FakeClock) {}

  /** @returns how many revisions the change made */
  async change(actor: typeof ADA, options: RevisionOptions): Promise<number> {
    const before = this.toEntry();
    this.version += 1;
    const [supersession, ...others] = await this.recorder.createSupersessions(
      [{ id: ID, before, after: this.toEntry() }],
      {
        ...{ model: MODEL, history: { revisions: 50, trash: true } },
        ...{ origin: { cause: 'request', actor }, options: new Map([[ID, options]]) },
      },
    );
    if (supersession === undefined) return 0;
    const { type, version, published } = before;
    this.stored.unshift({ ...supersession, type, version, published, track: 'live' });
    return 1 + others.length;
  }

  private toEntry(): Entry {
    const metadata = { id: ID, type: 'node--note', published: true, created: 1, changed: 1, position: 1 };
    const { version } = this;
    return Entry.of({ ...metadata, version, modelVersion: 1 }, { title: `Edition ${version}` }, {});
  }
}

describe('the revisions of minor changes', () => {
  it('of one actor within half an hour are one, then another', async () => {
    const clock = new FakeClock();
    const entry = new EntryWithHistory(clock);
    const made: number[] = [];

    for (const minutes of [0, 10, 19, 1, 29]) {
      clock.advance(minutes * MINUTE);
      made.push(await entry.change(ADA, { minor: true }));
    }

    expect(made).toEqual([1, 0, 0, 1, 0]);
  });

  it('of another actor, after a change that is not minor, and that change itself, are made', async () => {
    const entry = new EntryWithHistory(new FakeClock());

    const made = [
      await entry.change(ADA, { minor: true }),
      await entry.change(BOB, { minor: true }),
      await entry.change(BOB, {}),
      await entry.change(BOB, { minor: true }),
      await entry.change(BOB, { note: 'Ready' }),
    ];

    expect(made).toEqual([1, 1, 1, 1, 1]);
    expect(entry.stored.map(({ change }) => [change.actor, change.minor, change.note])).toEqual([
      [BOB, undefined, 'Ready'],
      [BOB, true, undefined],
      [BOB, undefined, undefined],
      [BOB, true, undefined],
      [ADA, true, undefined],
    ]);
  });
});
