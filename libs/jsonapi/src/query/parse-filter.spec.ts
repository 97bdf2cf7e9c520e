import type { Condition, Filter } from '@content-service/entries';
import { ANONYMOUS } from '@content-service/scopes';
import { articleType as type, model } from '../articles.fixture.js';
import { InvalidParameter } from '../jsonapi.errors.js';
import { parseBracketedQuery } from './parse-bracketed-query.js';
import { parseFilter } from './parse-filter.js';

const parse = (query: string): Filter | undefined =>
  parseFilter(parseBracketedQuery(query).get('filter'), { model, type, principal: ANONYMOUS });

/** A filter as text that reads like it: `AND(title = a, OR(…))`. */
function shown(filter: Filter | undefined): string {
  if (filter === undefined) return 'none';
  if (filter.kind === 'nothing') return 'nothing';
  if (filter.kind === 'group') return `${filter.conjunction}(${filter.members.map(shown).join(', ')})`;
  if (filter.kind === 'fulltext')
    return `search ${filter.required.map(({ tokens }) => tokens.join(' ')).join(', ')}`;
  return [filter.path.text, filter.operator, ...filter.values].join(' ');
}

const a = 'filter[a][condition][path]=title&filter[a][condition][value]=x&filter[a][condition]';
const b = 'filter[b][condition][path]=field_rating&filter[b][condition][value]=3&filter[b][condition]';

describe('parseFilter', () => {
  it.each([
    ['', 'none'],
    ['filter[title]=x', 'title = x'],
    ['filter[title]=', 'title = '],
    ['filter[title]=x&filter[field_rating]=3', 'AND(title = x, field_rating = 3)'],
    ['filter[field_rating][value]=3', 'field_rating = 3'],
    ['filter[field_rating][value]=3&filter[field_rating][operator]=%3E%3D', 'field_rating >= 3'],
    ['filter[x][path]=field_rating&filter[x][value]=3&filter[x][operator]=<', 'field_rating < 3'],
    ['filter[x][condition][path]=title&filter[x][condition][value]=x', 'title = x'],
    [
      'filter[x][condition][path]=title&filter[x][condition][operator]=CONTAINS&filter[x][condition][value]=',
      'title CONTAINS ',
    ],
    ['filter[x][condition][path]=title&filter[x][condition][operator]=IS NULL', 'title IS NULL'],
    ['filter[x][condition][path]=title&filter[x][condition][operator]=IS+NOT+NULL', 'title IS NOT NULL'],
    ['filter[field_rating][operator]=IN&filter[field_rating][value]=2', 'field_rating IN 2'],
    [
      'filter[field_rating][operator]=IN&filter[field_rating][value][]=2&filter[field_rating][value][]=3',
      'field_rating IN 2 3',
    ],
    [
      'filter[field_rating][operator]=NOT IN&filter[field_rating][value][x]=2&filter[field_rating][value][y]=3',
      'field_rating NOT IN 2 3',
    ],
    [
      'filter[field_rating][operator]=BETWEEN&filter[field_rating][value][0]=2&filter[field_rating][value][1]=3',
      'field_rating BETWEEN 2 3',
    ],
    ['filter[body.value]=x', 'body.value = x'],
    [`${a}[memberOf]=@root`, 'title = x'],
    [`filter[g][group][conjunction]=OR&${a}[memberOf]=g&${b}[memberOf]=g`, 'OR(title = x, field_rating = 3)'],
    [
      `${a}[memberOf]=g&${b}[operator]=>&filter[g][group][conjunction]=OR`,
      'AND(field_rating > 3, OR(title = x))',
    ],
    [
      `filter[o][group][conjunction]=OR&filter[i][group][conjunction]=AND&filter[i][group][memberOf]=o&` +
        `${a}[memberOf]=i&${b}[memberOf]=i&filter[field_rating][value]=5&filter[field_rating][memberOf]=o`,
      'OR(AND(title = x, field_rating = 3), field_rating = 5)',
    ],
  ])('%s', (query, expected) => {
    expect(shown(parse(query))).toBe(expected);
  });

  it('accepts 60 conditions', () => {
    const query = Array.from({ length: 60 }, (_, n) => `${a.replaceAll('[a]', `[c${n}]`)}[operator]==`).join(
      '&',
    );

    expect(parse(query)).toMatchObject({ conjunction: 'AND', members: { length: 60 } });
  });

  it('accepts groups nested 100 deep and refuses 101', () => {
    const nested = (depth: number): string =>
      Array.from(
        { length: depth },
        (_, n) =>
          `filter[g${n}][group][conjunction]=OR&filter[g${n}][group][memberOf]=` +
          (n === 0 ? '@root' : `g${n - 1}`),
      ).join('&') + `&${a}[memberOf]=g${depth - 1}`;

    expect(shown(parse(nested(100)))).toBe('OR('.repeat(100) + 'title = x' + ')'.repeat(100));
    expect(() => parse(nested(101))).toThrow('Filter groups may nest at most 100 deep.');
  });

  it('adds the source parameter to errors of the domain', () => {
    const getErrorParameter = (query: string): unknown => {
      try {
        return parse(query);
      } catch (error) {
        return (error as InvalidParameter).source?.parameter;
      }
    };

    expect(getErrorParameter('filter[nope]=1')).toBe('filter[nope]');
    expect(getErrorParameter('filter[nope][value]=1')).toBe('filter[nope]');
    expect(getErrorParameter('filter[x][path]=nope&filter[x][value]=1')).toBe('filter[x][path]');
    expect(getErrorParameter('filter[field_rating]=many')).toBe('filter[field_rating]');
    expect(getErrorParameter('filter[field_rating][value]=many')).toBe('filter[field_rating][value]');
    expect(getErrorParameter('filter[x][condition][path]=nope&filter[x][condition][value]=1')).toBe(
      'filter[x][condition][path]',
    );
  });

  const anyOperator =
    '=, <>, >, >=, <, <=, STARTS_WITH, CONTAINS, ENDS_WITH, IN, NOT IN, BETWEEN, NOT BETWEEN, IS NULL, IS NOT NULL';
  const noFilter = (name: string): string =>
    `'${name}' is not a filter. Write ${name}=value, ${name}[operator]=…&${name}[value]=…, ` +
    `${name}[condition][path]=… (the form for IS NULL) or ${name}[group][conjunction]=….`;

  it.each([
    ['filter=x', 'filter', `'filter' needs a field: filter[title]=value.`],
    ['filter[]=3', 'filter[]', `'filter[]' names no field: filter[title]=value.`],
    ['filter[@root]=3', 'filter[@root]', `'@root' is the outermost group; choose another label.`],
    ['filter[x][foo]=1', 'filter[x]', noFilter('filter[x]')],
    ['filter[title][]=2', 'filter[title]', noFilter('filter[title]')],
    ['filter[title][operator]=IS NULL', 'filter[title]', noFilter('filter[title]')],
    [
      'filter[x][condition]=1',
      'filter[x][condition]',
      `'filter[x][condition]' takes no value of its own; write filter[x][condition][key]=value.`,
    ],
    [
      'filter[x][condition][value]=3',
      'filter[x][condition]',
      'A condition needs a field: filter[x][condition][path]=title.',
    ],
    [
      'filter[x][condition][path]=&filter[x][condition][value]=3',
      'filter[x][condition][path]',
      'A condition needs a field: filter[x][condition][path]=title.',
    ],
    [
      `${a}[operater]=>`,
      'filter[a][condition][operater]',
      `'filter[a][condition]' has no member 'operater' here. Known members: path, operator, value, memberOf.`,
    ],
    [
      `${a}[path]=title&filter[a][value]=3`,
      'filter[a][value]',
      `'filter[a]' has no member 'value' here. Known members: condition.`,
    ],
    [
      'filter[title][value]=x&filter[title][operator]=LIKE',
      'filter[title][operator]',
      `Unknown operator 'LIKE' in filter[title]. Known operators: ${anyOperator}.`,
    ],
    [
      `${a}[operator]=`,
      'filter[a][condition][operator]',
      `Unknown operator '' in filter[a][condition]. Known operators: ${anyOperator}.`,
    ],
    [
      `${a}[operator]=contains`,
      'filter[a][condition][operator]',
      `Unknown operator 'contains' in filter[a][condition]. Known operators: ${anyOperator}.`,
    ],
    [
      `${a}[operator][]=IN`,
      'filter[a][condition][operator]',
      `'filter[a][condition][operator]' takes one value, not a list.`,
    ],
    [
      'filter[x][condition][path]=title',
      'filter[x][condition]',
      '= takes one value (filter[x][condition][value]=a), got none.',
    ],
    [
      'filter[title][value][]=x',
      'filter[title][value]',
      '= takes one value (filter[title][value]=a), got a list of 1.',
    ],
    [
      'filter[title][operator]=>&filter[title][value][0]=x',
      'filter[title][value]',
      '> takes one value (filter[title][value]=a), got a list of 1.',
    ],
    [
      'filter[x][condition][path]=title&filter[x][condition][operator]=IN',
      'filter[x][condition]',
      'IN takes one or more values (filter[x][condition][value][]=a), got none.',
    ],
    [
      'filter[title][operator]=IN&filter[title][value][0][a]=x',
      'filter[title][value][0]',
      'A list of values must not contain lists: filter[title][value][]=value.',
    ],
    [
      'filter[title][operator]=BETWEEN&filter[title][value]=x',
      'filter[title][value]',
      `BETWEEN takes exactly two values (filter[title][value][]=a&filter[title][value][]=b), got 'x'.`,
    ],
    [
      'filter[title][operator]=BETWEEN&filter[title][value][]=x',
      'filter[title][value]',
      'BETWEEN takes exactly two values (filter[title][value][]=a&filter[title][value][]=b), got a list of 1.',
    ],
    [
      'filter[title][operator]=NOT BETWEEN&filter[title][value][]=1&filter[title][value][]=2&filter[title][value][]=3',
      'filter[title][value]',
      'NOT BETWEEN takes exactly two values (filter[title][value][]=a&filter[title][value][]=b), got a list of 3.',
    ],
    [
      `${a}[operator]=IS NULL`,
      'filter[a][condition][value]',
      `IS NULL takes no value (leave out filter[a][condition][value]), got 'x'.`,
    ],
    [
      'filter[title][operator]=IS NULL&filter[title][value]=',
      'filter[title][value]',
      `IS NULL takes no value (leave out filter[title][value]), got ''.`,
    ],
    [
      `${a}[memberOf]=nope`,
      'filter[a][condition][memberOf]',
      `There is no filter group 'nope'. Known groups: @root.`,
    ],
    [
      `${a}[memberOf]=b&${b}[operator]=>`,
      'filter[a][condition][memberOf]',
      `There is no filter group 'b'. Known groups: @root.`,
    ],
    [
      'filter[g][group]=AND',
      'filter[g][group]',
      `'filter[g][group]' takes no value of its own; write filter[g][group][key]=value.`,
    ],
    [
      `filter[g][group][conjunction]=or&${a}[memberOf]=g`,
      'filter[g][group][conjunction]',
      'A filter group needs filter[g][group][conjunction]=AND or OR, in upper case.',
    ],
    [
      `filter[g][group][memberOf]=@root&${a}[memberOf]=g`,
      'filter[g][group]',
      'A filter group needs filter[g][group][conjunction]=AND or OR, in upper case.',
    ],
    [
      'filter[g][group][conjunction]=OR',
      'filter[g][group]',
      `The filter group 'g' has no members; give it some or leave it out.`,
    ],
    [
      `filter[g][group][conjunction]=OR&filter[g][group][memberOf]=g&${a}[memberOf]=g`,
      'filter[g][group][memberOf]',
      `The filter group 'g' is a member of itself.`,
    ],
    [
      `filter[g][group][conjunction]=OR&filter[g][group][memberOf]=h&filter[h][group][conjunction]=OR&filter[h][group][memberOf]=g`,
      'filter[g][group][memberOf]',
      `The filter group 'g' is a member of itself.`,
    ],
  ])('refuses %s', (query, parameter, message) => {
    expect(() => parse(query)).toThrow(new InvalidParameter(parameter, message));
    expect(() => parse(query)).toThrow(expect.objectContaining({ source: { parameter } }));
  });

  it('passes the values of a condition unchanged to the domain', () => {
    const condition = parse('filter[title]=Éclair %2525') as Condition;

    expect(condition.values).toEqual(['eclair %25']);
  });
});
