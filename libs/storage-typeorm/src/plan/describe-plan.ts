import type { Condition, PlanStep } from '@content-service/entries';
import type { FilterPlan, Lookup, TargetPlan } from './filter-plan.js';
import type {
  CountPlan,
  Estimate,
  GroupAccess,
  GroupComparison,
  OrderPart,
  PageAccess,
  RowAccess,
  SortKeyPlan,
  Window,
} from './plan.js';

/** An access in words. */
export function describeAccess(access: PageAccess): PlanStep {
  const filter = describeSelection(access);
  if (access.kind === 'relevance')
    return toStep(
      access.kind,
      'Ranks the matches of the search, and looks their entries up.',
      filter,
      access.estimate,
    );
  const details = [
    ...(access.kind === 'group' ? describeGroup(access) : []),
    ...filter,
    `order: ${describeOrder(access)}`,
    ...describeParts(access.order.parts, access.window),
    ...(access.sortBound === undefined
      ? []
      : [
          `bound: the first sort key of row ${access.sortBound} of the order is read before, and limits the rows`,
        ]),
  ];
  const table = `${access.type.table} (${access.type.name})`;
  return toStep(access.kind, `${DESCRIPTIONS[access.kind]} Table: ${table}.`, details, access.estimate);
}

const DESCRIPTIONS: Readonly<Record<(RowAccess | GroupAccess)['kind'], string>> = {
  order: 'Reads the page from the index of its order.',
  prefix: 'Reads the index of the first sort key, and sorts the entries with equal keys by the others.',
  lookup: 'Finds the few entries that meet the filter by an index, and sorts them.',
  scan: 'Reads all entries that may meet the filter, and sorts those that do.',
  group: 'Reads the index of the order, and compares its rows with a large group of entries.',
};

/** The way to a total in words. */
export function describeCount(plan: CountPlan): PlanStep {
  return toStep(plan.kind, COUNT_DESCRIPTIONS[plan.kind], describeSelection(plan), plan.estimate);
}

const COUNT_DESCRIPTIONS: Readonly<Record<CountPlan['kind'], string>> = {
  counter: 'Adds up the counters of the type, which every write keeps.',
  list: 'Counts the ids that the filter lists, without the table of the type.',
  rows: 'Counts the rows that meet the filter.',
};

function toStep(
  access: string,
  description: string,
  details: readonly string[],
  { rows, milliseconds }: Estimate,
): PlanStep {
  return { access, description, details, estimatedRows: rows, estimatedMilliseconds: milliseconds };
}

function describeSelection({
  publishedOnly,
  filter,
}: {
  readonly publishedOnly: boolean;
  readonly filter: FilterPlan;
}): readonly string[] {
  return [
    ...(publishedOnly ? ['published entries only'] : []),
    ...(filter.kind === 'always' ? [] : [`filter: ${describeFilter(filter)}`]),
  ];
}

const COMPARISONS: Readonly<Record<GroupComparison, string>> = {
  compare: 'by its own columns',
  list: 'in the list of their ids',
  probe: 'by a subquery for each row',
};

function describeGroup({ members, comparison, reach }: GroupAccess): readonly string[] {
  const group =
    members.kind === 'filter'
      ? describeFilter(members.filter)
      : `${describeKey(members.key)} is that of the first entry`;
  return [
    `group: ${group}; each row is looked up ${COMPARISONS[comparison]}`,
    ...(reach === undefined ? [] : [`reach: the first ${reach.row} rows of the order`]),
  ];
}

function describeOrder({ order }: RowAccess | GroupAccess): string {
  const keys = order.keys.map((key) => `${describeKey(key)} ${key.direction}`);
  return [...keys, 'creation', 'id'].join(', ') + (order.isReversed ? ', from the end' : '');
}

function describeKey({ path, source, direction }: SortKeyPlan): string {
  switch (source.kind) {
    case 'id':
      return path;
    case 'column':
      return `${path} (column c${source.value.id})`;
    case 'extreme':
      return `${path} (the ${direction === 'ascending' ? 'least' : 'greatest'} value, by a subquery for each row)`;
    case 'none':
      return `${path} (a value that no entry has)`;
  }
}

function describeParts(parts: readonly OrderPart[], window: Window): readonly string[] {
  const begin =
    window.kind === 'offset'
      ? window.offset > 0
        ? [`offset: ${window.offset} rows are read and skipped`]
        : []
      : window.bound === undefined
        ? []
        : [`begins ${window.bound.direction} a position`];
  if (parts.length === 1) return begin;
  return [
    ...begin,
    `parts that are merged: ${parts.map(({ state, range }) => `${state} (${range})`).join(', ')}`,
  ];
}

/** A planned filter in words, with the way in which each condition is evaluated. */
function describeFilter(plan: FilterPlan): string {
  switch (plan.kind) {
    case 'always':
      return 'every entry';
    case 'never':
      return 'no entry';
    case 'all':
      return plan.members.map(describeMember).join(' and ');
    case 'any':
      return plan.members.map(describeMember).join(' or ');
    case 'not':
      return `not ${describeMember(plan.member)}`;
    case 'id':
      return describeCondition(plan.condition);
    case 'column':
      return `${describeCondition(plan.condition)} (column c${plan.value.id})`;
    case 'values': {
      const conditions = plan.comparisons.map(({ condition }) => describeCondition(condition)).join(' and ');
      const [first] = plan.comparisons;
      return `${conditions} (rows of ix_${first?.value.placement ?? 'multi'}, ${LOOKUPS[plan.lookup]})`;
    }
    case 'relationship': {
      const storage = plan.link.storage === 'column' ? `column c${plan.link.reference.id}` : 'entry_ref';
      const targets = plan.alternatives.map(describeTarget).join(' or ');
      return `${plan.field} has ${targets} (${storage}, ${LOOKUPS[plan.lookup]})`;
    }
    case 'search':
      return `the words of ${plan.search.required.length} terms (full text index)`;
  }
}

const LOOKUPS: Readonly<Record<Lookup, string>> = {
  list: 'listed once from an index',
  probe: 'looked up for each entry',
};

function describeMember(plan: FilterPlan): string {
  const text = describeFilter(plan);
  return plan.kind === 'all' || plan.kind === 'any' ? `(${text})` : text;
}

function describeTarget(target: TargetPlan): string {
  switch (target.kind) {
    case 'none':
      return 'no target';
    case 'ids':
      return target.conditions.length === 0
        ? 'a target'
        : `a target with ${target.conditions.map(describeCondition).join(' and ')}`;
    case 'row':
      return `a ${target.type.name} with ${describeFilter(target.condition)}`;
    case 'other':
      return 'a target of another type';
  }
}

/** Values that are shown of a condition with many. */
const SHOWN_VALUES = 5;

function describeCondition({ path, operator, values }: Condition): string {
  const shown = values
    .slice(0, SHOWN_VALUES)
    .map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const more = values.length > SHOWN_VALUES ? ` and ${values.length - SHOWN_VALUES} more` : '';
  return [path.text, operator, shown.join(', ') + more].join(' ').trimEnd();
}
