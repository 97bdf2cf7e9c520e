import type { ArticleTables } from './article-tables.js';
import type { Run, SqlValue } from './bare-database.js';
import { type EntryRow, type Linkage, parseId } from './resource.js';

export interface NewArticle extends EntryRow {
  readonly title: string;
  readonly body: string;
  readonly linkage: Linkage;
  readonly now: number;
}

/** Inserts an article as the service stores it, with one statement for each table. */
export async function insertArticle(run: Run, article: NewArticle, tables: ArticleTables): Promise<void> {
  const { typeId, modelVersion, index, column, number } = tables;
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
