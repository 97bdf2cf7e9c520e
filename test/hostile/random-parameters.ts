import { OPERATORS, type Operator } from '@content-service/entries';

/** The schemas of an OpenAPI document, as far as they describe resources. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly string[];
}

/** What the parameters of reads are filled with. */
export interface ReadValues {
  /** Ids of entries by resource type. */
  readonly entries: Readonly<Record<string, readonly string[]>>;
  /** Values of filters, and words of the full text search. */
  readonly texts: readonly string[];
  readonly aliases: readonly string[];
}

/** A parameter without a value: the description has a new one, which needs a row in `RandomParameters`. */
export class UnknownParameter extends Error {
  constructor(name: string, path: string) {
    super(`No value is known for the parameter '${name}' of ${path}: add one to RandomParameters.`);
  }
}

/** Pseudo-random choices that a seed reproduces (xorshift of 32 bits). */
export class SeededChoices {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed, 2654435769) || 1;
  }

  /** A whole number from 0 to one below `bound`. */
  below(bound: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % bound;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('There is nothing to pick from.');
    return choice;
  }

  /** From one to `most` picks, with repetitions. */
  several<T>(choices: readonly T[], most: number): T[] {
    return Array.from({ length: 1 + this.below(most) }, () => this.pick(choices));
  }
}

const DAYS = ['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
const OPERANDS = { none: 0, one: 1, two: 2, many: 3 };
/** Values that name no entry. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  limit: ['100'],
  cursor: ['none'],
  after: ['none'],
  order: ['oldest', 'newest'],
  type: ['node--article', 'entry.updated', 'entry.published', 'setting.changed'],
  subjectType: ['node--article', 'taxonomy_term--tags', 'client'],
  subjectKind: ['entry', 'setting'],
  action: ['entry.copy_saved', 'entry.copy_discarded', 'setting.changed', 'client.created'],
  exceptAction: ['entry.copy_saved', 'setting.changed'],
  actor: ['client-1', 'client-2'],
  since: DAYS,
  from: DAYS,
  until: DAYS,
  state: ['succeeded', 'delivered', 'queued'],
  kind: ['prune'],
  as: ['anonymous', 'caller'],
};

/** Random values of the parameters of an OpenAPI document. */
export class RandomParameters {
  constructor(
    private readonly schemas: Readonly<Record<string, Schema>>,
    private readonly values: ReadValues,
    private readonly random: SeededChoices,
  ) {}

  /**
   * @param path with its placeholders filled
   * @returns the parts of the query; none where the type has nothing to include
   * @throws UnknownParameter
   */
  create(name: string, path: string): readonly string[] {
    const { random, values } = this;
    const choices = CHOICES[name];
    if (choices !== undefined) return [`${name}=${random.pick(choices)}`];
    const type = this.getResourceType(path);
    switch (name) {
      case 'filter':
        return path.startsWith('/api/menu_items/')
          ? [random.pick(['filter[min_depth]=2', 'filter[max_depth]=1'])]
          : this.filters(type);
      case 'fields':
        return [
          `fields[${type}]=${random
            .several(
              this.getProperties(type, 0).map(([property]) => property.replace(/\..*/, '')),
              3,
            )
            .join(',')}`,
        ];
      case 'include':
        return this.includes(type);
      case 'sort':
        return [
          `sort=${random
            .several(this.getProperties(type), 2)
            .map(([property]) => random.pick(['', '-']) + property)
            .join(',')}`,
        ];
      case 'page':
        return [
          random.pick([
            `page[limit]=${1 + random.below(4)}&page[offset]=${random.below(3)}`,
            'page[size]=2',
            'page[limit]=50',
          ]),
        ];
      case 'resourceVersion':
        return [`resourceVersion=${this.version(path)}`];
      case 'subject':
      case 'subjectId':
      case 'entry':
        return [`${name}=${random.pick(Object.values(values.entries).flat())}`];
      case 'url':
        return [`url=${encodeURIComponent(this.listUrl())}`];
      case 'path':
        return [`path=${random.pick(values.aliases)}`];
      default:
        throw new UnknownParameter(name, path);
    }
  }

  /** The type of the resources at a path: those that a field leads to for `/api/node/article/{id}/field_tags`. */
  private getResourceType(path: string): string {
    if (path.startsWith('/api/menu_items/')) return 'menu_link_content--menu_link_content';
    const [, , entityType, bundle, , ...below] = path.split('/');
    const type = `${entityType}--${bundle}`;
    return (below.length === 1 ? this.getRelationships(type)[below[0] ?? ''] : undefined) ?? type;
  }

  /** A version of an entry, and seldom one that collections do not have. */
  private version(path: string): string {
    const present = ['rel:latest-version', 'rel:working-copy'];
    const others = ['id:1', 'preview:zzzzzz:0123456789abcdef0123456789abcdef'];
    const isOfOne = path.split('/').length > 4;
    // The copy of one entry is refused as soon as there is one; a test of its own reads it.
    if (isOfOne) return this.random.pick(['rel:latest-version', ...others]);
    return this.random.pick(this.random.chance(90) ? present : others);
  }

  /** The URL of a collection for `/manage/query-plan`. */
  private listUrl(): string {
    const type = this.random.pick(Object.keys(this.values.entries));
    return `/api/${type.replace('--', '/')}?${this.filters(type).join('&')}`;
  }

  private filters(type: string): readonly string[] {
    const { random } = this;
    if (random.chance(15)) return [`filter[fulltext]=${random.pick(this.values.texts)}`];
    const conditions = random.several(this.getProperties(type), 3).map((property, n) => {
      const [path] = property;
      if (random.chance(30)) return `filter[${path}]=${this.value(property)}`;
      const operator = random.pick(Object.keys(OPERATORS) as Operator[]);
      const condition = `filter[c${n}][condition]`;
      const operands = OPERANDS[OPERATORS[operator].arity];
      const suffix = operands > 1 ? '[value][]' : '[value]';
      return [
        `${condition}[path]=${path}&${condition}[operator]=${operator}`,
        ...Array.from({ length: operands }, () => `${condition}${suffix}=${this.value(property)}`),
      ].join('&');
    });
    if (conditions.length < 2 || random.chance(50)) return conditions;
    const members = conditions.flatMap((condition) => {
      const name = /^filter\[(c\d)\]/.exec(condition)?.[1];
      return name === undefined ? [condition] : [condition, `filter[${name}][condition][memberOf]=g`];
    });
    return ['filter[g][group][conjunction]=OR', ...members];
  }

  /** A value that a property can have. */
  private value([path, { type, format }]: readonly [string, Schema]): string {
    const { random, values } = this;
    const types = typeof type === 'string' ? [type] : (type ?? []);
    if (/(^|\.)id$/.test(path)) return random.pick(Object.values(values.entries).flat());
    if (format === 'date-time') return random.pick(DAYS);
    if (types.includes('boolean')) return random.pick(['0', '1']);
    if (types.includes('integer') || types.includes('number') || path.endsWith('price'))
      return String(random.below(6));
    return random.pick([...values.texts, ...values.aliases]);
  }

  private includes(type: string): readonly string[] {
    const steps = Object.entries(this.getRelationships(type)).flatMap(([name, target]) => [
      name,
      ...Object.keys(this.getRelationships(target)).map((next) => `${name}.${next}`),
    ]);
    return steps.length === 0 ? [] : [`include=${this.random.several(steps, 3).join(',')}`];
  }

  /** The properties of a type for filters and sorts, with those of linked entries. */
  private getProperties(type: string, depth = 1): readonly (readonly [string, Schema])[] {
    const own = Object.entries(this.getMember(type, 'attributes')).flatMap(([name, schema]) =>
      schema.properties === undefined
        ? [[name, schema] as const]
        : Object.entries(schema.properties).map(([member, value]) => [`${name}.${member}`, value] as const),
    );
    const linked = depth === 0 ? [] : Object.entries(this.getRelationships(type));
    return [
      ['id', {}],
      ...own,
      ...linked.flatMap(([name, target]) =>
        this.getProperties(target, depth - 1).map(([path, schema]) => [`${name}.${path}`, schema] as const),
      ),
    ];
  }

  /** The relationship fields of a type, with the type that each leads to. */
  getRelationships(type: string): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(this.getMember(type, 'relationships')).map(([name, { properties }]) => {
        const data = properties?.['data'];
        return [name, (data?.items ?? data)?.properties?.['type']?.enum?.[0] ?? ''];
      }),
    );
  }

  private getMember(type: string, member: string): Readonly<Record<string, Schema>> {
    return this.schemas[type]?.properties?.[member]?.properties ?? {};
  }
}
