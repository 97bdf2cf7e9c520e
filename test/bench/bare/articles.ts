import type { ArticleTables } from './article-tables.js';
import type { BareDatabase } from './bare-database.js';
import { createId, fold, insertArticle, insertRecords, marks, toTokens } from './insert-article.js';
import {
  collectionDocument,
  entityDocument,
  type EntryRow,
  formatId,
  type Identifier,
  type Linkage,
  parseId,
  toResource,
  TYPE,
} from './resource.js';

/** The body of a request; it is not validated. */
export interface Body {
  readonly data: {
    readonly attributes: Readonly<Record<string, unknown>> & { readonly body?: { readonly value: string } };
    readonly relationships?: Readonly<Record<string, { readonly data: Identifier | Identifier[] }>>;
  };
}

const AUTHOR = { type: 'user--user', id: '0190b0a0-0001-7000-8000-000000000000' };
const SELECT = 'SELECT e.id, e.version, e.attributes, e.relationships';

/** The measured requests, hand-written with few statements on the tables of the service. */
export class Articles {
  constructor(
    private readonly database: BareDatabase,
    private readonly tables: ArticleTables,
  ) {}

  async one(id: string): Promise<object> {
    const [row] = await this.database.run<EntryRow>(`${SELECT} FROM entry e WHERE e.id = ?`, [parseId(id)]);
    if (row === undefined) throw new Error(`There is no article ${id}.`);
    return entityDocument(TYPE, row);
  }

  async newest(): Promise<object> {
    const { index, column } = this.tables;
    const [rows, [total]] = await Promise.all([
      this.database.run<EntryRow>(
        `${SELECT} FROM ${index} x JOIN entry e ON e.id = x.id ORDER BY x.${column('created.')} DESC, x.id LIMIT 50`,
      ),
      this.database.run<{ n: number }>(`SELECT count(*) AS n FROM ${index}`),
    ]);
    return collectionDocument(TYPE, rows, total?.n ?? 0);
  }

  async ofCategory(category: string): Promise<object> {
    const { index, column } = this.tables;
    const where = `WHERE ${column('field_category.')} = ?`;
    const target = parseId(category);
    const [rows, [total]] = await Promise.all([
      this.database.run<EntryRow>(
        `${SELECT} FROM ${index} x JOIN entry e ON e.id = x.id ${where} ORDER BY x.${column('created.')} DESC, x.id LIMIT 20`,
        [target],
      ),
      this.database.run<{ n: number }>(`SELECT count(*) AS n FROM ${index} ${where}`, [target]),
    ]);
    const included = await this.loadTargets(rows);
    return { ...collectionDocument(TYPE, rows, total?.n ?? 0), included };
  }

  async create({ data: { attributes, relationships = {} } }: Body): Promise<object> {
    const lists = Object.entries(relationships).map(([name, { data }]) => [name, [data].flat()]);
    const linkage: Linkage = { uid: [AUTHOR], ...Object.fromEntries(lists) };
    const now = Math.floor(Date.now() / 1000);
    const body = attributes.body?.value ?? '';
    const processed = { value: body, format: 'plain_text', processed: `<p>${body}</p>`, summary: null };
    const article = {
      ...{ id: createId(), version: 1, title: String(attributes['title']), body, linkage, now },
      attributes: JSON.stringify({
        ...attributes,
        status: true,
        created: now,
        changed: now,
        body: processed,
      }),
      relationships: JSON.stringify(linkage),
    };
    await this.loadRows(Object.values(linkage).flat());
    await this.database.transaction((run) => insertArticle(run, article, this.tables));
    return entityDocument(TYPE, article);
  }

  async update(id: string, { data: { attributes } }: Body): Promise<object> {
    const { index, column, search } = this.tables;
    const title = String(attributes['title']);
    const key = parseId(id);
    const row = await this.database.transaction(async (run) => {
      const [before] = await run<EntryRow & { readonly position: number }>(
        `${SELECT}, e.position FROM entry e WHERE e.id = ?`,
        [key],
      );
      if (before === undefined) throw new Error(`There is no article ${id}.`);
      const now = Math.floor(Date.now() / 1000);
      const merged = { ...(JSON.parse(before.attributes) as object), ...attributes, changed: now };
      const after = { ...before, version: before.version + 1, attributes: JSON.stringify(merged) };
      const [done] = await run(
        'UPDATE entry SET version = ?, changed = ?, attributes = ? WHERE id = ? AND version = ?',
        [after.version, now, after.attributes, key, before.version],
      );
      if (done?.changes !== 1) throw new Error('The article was changed by a concurrent request.');
      await run(
        `UPDATE ${index} SET ${column('title.')} = ?, ${column('field_rating.')} = ?, ${column('changed.')} = ? WHERE id = ?`,
        [fold(title), Number(attributes['field_rating']), now, key],
      );
      await run('UPDATE ix_search SET tokens = ? WHERE id = ? AND prop_id = ?', [
        toTokens(title),
        key,
        search('title.'),
      ]);
      const changed = ['changed', ...Object.keys(attributes)].sort();
      const { version } = after;
      await insertRecords(run, { id: key, epoch: before.position, version, action: 'changed', changed, now });
      return after;
    });
    return entityDocument(TYPE, row);
  }

  /** The distinct targets of all relationships of the rows. */
  private async loadTargets(rows: readonly EntryRow[]): Promise<object[]> {
    const linkages = rows.map(({ relationships }) => JSON.parse(relationships) as Linkage);
    const targets = new Map(
      linkages.flatMap((linkage) => Object.values(linkage).flat()).map((one) => [one.id, one]),
    );
    const found = await this.loadRows([...targets.values()]);
    return found.map((row) => toResource(targets.get(formatId(row.id))?.type ?? '', row));
  }

  private async loadRows(targets: readonly Identifier[]): Promise<EntryRow[]> {
    const rows = await this.database.run<EntryRow>(
      `${SELECT} FROM entry e WHERE e.id IN (${marks(targets.length)})`,
      targets.map(({ id }) => parseId(id)),
    );
    if (rows.length !== targets.length) throw new Error('A target is missing.');
    return rows;
  }
}
