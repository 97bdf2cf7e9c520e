import type { Condition, Filter } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { assertFilters } from './assert-queries.js';
import { andGroup, orGroup, QueryParts } from './queries.js';
import { it } from './runner.js';

const article = new QueryParts('node--article');

/** Conditions that can speak of the same value or target, and some that cannot. */
const CONDITIONS: readonly Condition[] = [
  article.where('title', 'CONTAINS', 'first'),
  article.where('field_price', '>=', 749n),
  article.where('field_featured', 'IS NULL'),
  article.where('field_codes', '=', 'a1'),
  article.where('field_codes', 'STARTS_WITH', 'b'),
  article.where('field_codes', '<>', 'b2'),
  article.where('field_codes.0', '=', 'a1'),
  article.where('field_links.uri', '=', 'https://a.example'),
  article.where('field_links.title', '=', 'two'),
  article.where('field_links.title', 'IS NULL'),
  article.where('field_category.name', '=', 'news'),
  article.where('field_category.field_region.name', 'STARTS_WITH', 'n'),
  article.where('field_tags.name', 'IN', 'red', 'green'),
  article.where('field_tags.weight', '>', 1),
  article.where('field_tags.weight', 'IS NULL'),
  article.where('field_tags.weight', 'IS NOT NULL'),
  article.where('field_tags.status', '=', 0),
  article.where('field_tags.parent.name', '=', 'colours'),
  article.where('field_tags.parent.id', 'IS NOT NULL'),
  article.where('field_tags.1.name', 'IS NOT NULL'),
  article.where('field_related.title', '<>', 'about'),
  article.where('field_related.field_codes', '=', 'a1'),
  article.where('field_related.field_related.title', 'CONTAINS', 'o'),
  article.where('uid.display_name', 'NOT IN', 'ann'),
];

/** AND, OR and nesting: what speaks of the same value, and what does not. */
export function groups(storage: () => Storage): void {
  it('applies two conditions of one AND group to the same value or target', async () => {
    const filters = pairs((one, other) => andGroup(one, other));
    await ask(storage(), filters);
  });

  it('applies conditions of nested AND groups independently', async () => {
    const bothNested = pairs((one, other) => andGroup(andGroup(one), andGroup(other)));
    const oneNested = pairs((one, other) => andGroup(one, andGroup(other)));
    await ask(storage(), [...bothNested, ...oneNested]);
  });

  it('joins two conditions by OR', async () => {
    const filters = pairs((one, other) => orGroup(one, other));
    await ask(storage(), filters);
  });

  it('applies three conditions of one AND group to the same value or target', async () => {
    const filters = pairs((one, other, n) => andGroup(one, other, pick(n * 7)));
    await ask(storage(), filters);
  });

  it('nests groups in groups', async () => {
    const filters = CONDITIONS.flatMap((condition, n) => [
      andGroup(condition, orGroup(pick(n + 1), pick(n + 5))),
      orGroup(
        condition,
        andGroup(pick(n + 1), pick(n + 2)),
        andGroup(pick(n + 3), orGroup(pick(n + 4), pick(n + 9))),
      ),
      andGroup(orGroup(condition, pick(n + 12)), orGroup(pick(n + 13), pick(n + 14))),
      orGroup(andGroup(orGroup(andGroup(condition, pick(n + 1)), pick(n + 2)), pick(n + 3)), pick(n + 11)),
    ]);
    await ask(storage(), filters);
  });

  it('accepts empty groups and filters that match nothing', async () => {
    const nothing = { kind: 'nothing' } as const;
    const condition = pick(0);
    await ask(storage(), [
      nothing,
      andGroup(),
      orGroup(),
      andGroup(condition, nothing),
      orGroup(condition, nothing),
      andGroup(condition, andGroup()),
      orGroup(orGroup(), condition),
    ]);
  });

  it('accepts sixty conditions and sixty nested groups', async () => {
    const conditions = Array.from({ length: 60 }, (_, n) => pick(n));
    const nested = conditions.reduce<Filter>(
      (inner, condition, n) => (n % 2 === 0 ? orGroup : andGroup)(condition, inner),
      andGroup(),
    );
    const related = conditions.map((_, n) => article.where('field_tags.name', '<>', `unknown ${n}`));
    await ask(storage(), [
      andGroup(...conditions),
      orGroup(...conditions),
      nested,
      andGroup(...related),
      orGroup(...related),
    ]);
    await ask(storage(), [andGroup(...related.map((condition) => andGroup(condition)))]);
  });
}

function pick(n: number): Condition {
  const condition = CONDITIONS[n % CONDITIONS.length];
  if (condition === undefined) throw new Error(`There is no condition ${n}.`);
  return condition;
}

const PAIRS = CONDITIONS.flatMap((one, n) => CONDITIONS.slice(n).map((other) => [one, other] as const));

function pairs(join: (one: Condition, other: Condition, n: number) => Filter): Filter[] {
  return PAIRS.map(([one, other], n) => join(one, other, n));
}

function ask(storage: Storage, filters: readonly Filter[]): Promise<void> {
  return assertFilters(storage, 'node--article', filters);
}
