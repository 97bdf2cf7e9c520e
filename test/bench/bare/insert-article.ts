import { randomBytes, randomUUID } from 'node:crypto';
import type { ArticleTables } from './article-tables.js';
import type { Run, SqlValue } from './bare-database.js';
import { type EntryRow, formatId, type Linkage, parseId, TYPE } from './resource.js';

export interface NewArticle extends EntryRow {
  readonly title: string;
  readonly body: string;
  readonly linkage: Linkage;
  readonly now: number;
}

/** Inserts the rows that the service stores for a new article, with one statement for each table. */
export async function insertArticle(run: Run, article: NewArticle, tables: ArticleTables): Promise<void> {
  const { typeId, modelVersion, index, column, number, search } = tables;
  const { id, title, body, linkage, now, attributes, relationships } = article;
  const position = Date.now() * 1000;
  await insert(run, 'entry', [
    {
      ...{ id, type_id: typeId, published: 1, created: now, changed: now, version: 1, position },
      ...{ model_version: modelVersion, attributes, relationships },
    },
  ]);
  await insert(run, index, [
    {
      ...{ id, published: 1, position },
      [column('title.')]: fold(title),
      [column('status.')]: 1,
      [column('created.')]: now,
      [column('changed.')]: now,
      [column('langcode.')]: LANGUAGE,
      [column('path.langcode')]: LANGUAGE,
      [column('body.format')]: Buffer.from('plain_text'),
      [column('uid.')]: getFirst(linkage['uid']),
      [column('field_category.')]: getFirst(linkage['field_category']),
    },
  ]);
  await insert(
    run,
    'entry_ref',
    Object.entries(linkage).flatMap(([name, targets]) =>
      targets.map((target, delta) => ({
        ...{ source: id, prop_id: number(`${name}.`), delta, target: parseId(target.id) },
      })),
    ),
  );
  await insert(run, 'ix_text', [{ id, prop_id: number('body.value'), delta: 0, s: fold(body) }]);
  await insert(run, 'ix_search', [
    { id, prop_id: search('title.'), tokens: toTokens(title) },
    { id, prop_id: search('body.value'), tokens: toTokens(body) },
  ]);
  await insertRecords(run, { ...article, epoch: position, action: 'created', changed: [] });
  await run(
    'UPDATE entry_count SET total = total + 1, published = published + 1 WHERE type_id = ? AND slot = 0',
    [typeId],
  );
}

const LANGUAGE = Buffer.from('en');

/** A change of an article. */
interface Change {
  readonly id: Buffer;
  /** The position of the article. */
  readonly epoch: number;
  /** After the change. */
  readonly version: number;
  readonly action: 'created' | 'changed';
  /** The names of the changed attributes. */
  readonly changed: readonly string[];
  readonly now: number;
}

/** Inserts the audit event of a change, and its event with a copy of the stored documents. */
export async function insertRecords(run: Run, change: Change): Promise<void> {
  const { id, epoch, version, action, changed, now } = change;
  const subject = formatId(id);
  await insert(run, 'audit_event', [
    {
      ...{ id: randomUUID(), happened_at: now, action: `entry.${action}`, actor_kind: 'client' },
      ...{ user_id: null, client_id: 'first-client', address: '127.0.0.1' },
      ...{ subject_kind: 'entry', subject_id: subject, details: JSON.stringify({ type: TYPE, version }) },
    },
  ]);
  const head = {
    published: { before: action === 'changed', after: true },
    changed,
    cause: 'request',
    actor: { kind: 'client', clientId: 'first-client' },
    requestId: randomUUID(),
  };
  const event = {
    ...{ id: createId(), tx: createId() },
    type: Buffer.from(action === 'created' ? 'entry.created' : 'entry.updated'),
    ...{ subject_type: Buffer.from(TYPE), subject_id: Buffer.from(subject) },
    ...{ subject_epoch: epoch, subject_version: version, recorded_at: Date.now() * 1000 },
    ...{ visibility: Buffer.from('public'), head: JSON.stringify(head) },
  };
  const columns = Object.keys(event);
  await run(
    `INSERT INTO event_log (${columns.join(', ')}, attributes, relationships)
      VALUES (${marks(columns.length)}, (SELECT attributes FROM entry WHERE id = ?),
        (SELECT relationships FROM entry WHERE id = ?))`,
    [...Object.values(event), id, id],
  );
}

/** The words of a text as the full text search of the service stores them. */
export function toTokens(text: string): string {
  const words = text.toLowerCase().match(/[\da-z]+/g) ?? [];
  return ` ${words.map((word) => `tt${word}`).join(' ')} `;
}

/** Sixteen bytes in the order of their creation, like the UUIDs of the service (RFC 9562 version 7). */
export function createId(): Buffer {
  const id = randomBytes(16);
  id.writeUIntBE(Date.now(), 0, 6);
  return id;
}

/** Folds a text for comparison. */
export function fold(text: string): Buffer {
  return Buffer.from(text.normalize('NFKD').toLowerCase());
}

export function marks(amount: number): string {
  return Array.from({ length: amount }, () => '?').join(', ');
}

async function insert(
  run: Run,
  table: string,
  rows: readonly Readonly<Record<string, SqlValue>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const row = `(${marks(columns.length)})`;
  await run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => row).join(', ')}`,
    rows.flatMap((values) => Object.values(values)),
  );
}

function getFirst(targets: Linkage[string] = []): SqlValue {
  return targets[0] === undefined ? null : parseId(targets[0].id);
}
