import { RandomParameters, type ReadValues, type Schema, type SeededChoices } from './random-parameters.js';

/** A request that changes nothing. */
export interface Read {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Only POST has one. */
  readonly body?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

/** The parts of an OpenAPI document that reads are generated from. */
export interface ReadableDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

interface PathItem {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly get?: Pick<PathItem, 'parameters'>;
}

/** Paths by their template in the description, such as `/manage/users/{id}`. */
export type FilledPaths = Readonly<Record<string, readonly string[]>>;

/** Paths that are not read, with the reason. */
export const NOT_READ: Readonly<Record<string, string>> = {
  '/api/events': 'does not end; the suite reads the stream while copies are saved',
  '/oauth/authorize': 'begins the sign-in of a browser, whose pages have a new secret each time',
};

/** Parameters that are not sent, with the reason. */
const NOT_SENT: Readonly<Record<string, string>> = {
  'If-Match': 'the entity tags of all answers are compared',
  'If-None-Match': 'the entity tags of all answers are compared',
};

const CURSOR_PAGES =
  'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';
/** How often a path is read, beside once for each of the entries at it. */
const [WITH_PARAMETERS, WITH_FILTERS, SUBREQUESTS] = [4, 15, 15];

/** Reads of every path of a description, with real ids and random parameters. */
export class ReadGenerator {
  private readonly parameters: RandomParameters;

  constructor(
    private readonly document: ReadableDocument,
    private readonly values: ReadValues,
    private readonly filledPaths: FilledPaths,
    private readonly random: SeededChoices,
  ) {
    this.parameters = new RandomParameters(document.components.schemas, values, random);
  }

  /** @throws Error when a path has a placeholder, or an operation a parameter, that it cannot fill */
  generate(): readonly Read[] {
    const templates = Object.entries(this.document.paths)
      .filter(([path, { get }]) => get !== undefined && !(path in NOT_READ))
      .map(([path]) => path);
    const reads = templates.flatMap((template) => this.readsOf(template));
    return [...reads, ...this.subrequests(reads)];
  }

  private readsOf(template: string): readonly Read[] {
    const parameters = this.getQueryParameters(template);
    const paths = this.fill(template);
    const isCollection = parameters.some(({ name }) => name === 'sort');
    const further = parameters.length === 0 ? 0 : isCollection ? WITH_FILTERS : WITH_PARAMETERS;
    return Array.from({ length: paths.length + further }, (_, n): Read => {
      const path = paths[n % paths.length] ?? template;
      const sent = parameters.filter(
        ({ required = false }) => required || (n >= paths.length && this.random.chance(40)),
      );
      const query = sent.flatMap(({ name }) => this.parameters.create(name, path)).join('&');
      const headers: Record<string, string> = query.includes('page[size]') ? { Accept: CURSOR_PAGES } : {};
      return {
        method: 'GET',
        path: encodeURI(query === '' ? path : `${path}?${query}`),
        headers,
      };
    });
  }

  /** Some of the reads of content once more, as parts of `POST /subrequests`. */
  private subrequests(reads: readonly Read[]): readonly Read[] {
    const content = reads.filter(({ path }) => /^\/(api|router)\b/.test(path));
    return Array.from({ length: SUBREQUESTS }, () => {
      const parts = this.random
        .several(content, 6)
        .map(({ path, headers }, n) => ({ requestId: `part${n}`, action: 'view', uri: path, headers }));
      return {
        method: 'POST',
        path: '/subrequests?_format=json',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(parts),
      };
    });
  }

  private getQueryParameters(template: string): readonly Parameter[] {
    const { parameters = [], get } = this.document.paths[template] ?? {};
    return [...parameters, ...(get?.parameters ?? [])]
      .map((given) => ('$ref' in given ? this.resolve(given.$ref) : given))
      .filter((parameter) => parameter.in !== 'path' && !(parameter.name in NOT_SENT));
  }

  private resolve(reference: string): Parameter {
    const parameter = this.document.components.parameters[reference.slice(reference.lastIndexOf('/') + 1)];
    if (parameter === undefined) throw new Error(`The document has no ${reference}.`);
    return parameter;
  }

  private fill(template: string): readonly string[] {
    if (!template.includes('{')) return [template];
    const [, root, entityType = '', bundle = '', ...below] = template.split('/');
    const types = Object.keys(this.values.entries).filter(
      (type) => entityType === '{entityType}' || type === `${entityType}--${bundle}`,
    );
    const paths =
      this.filledPaths[template] ??
      (root === 'api' ? types.flatMap((type) => this.fillEntryPath(type, below)) : []);
    if (paths.length === 0)
      throw new Error(`No value is known for ${template}: add it to the paths of the site, or to NOT_READ.`);
    return paths;
  }

  private fillEntryPath(type: string, below: readonly string[]): readonly string[] {
    const { entries } = this.values;
    const fields = below.includes('{field}') ? Object.keys(this.parameters.getRelationships(type)) : [''];
    const ids = below.length > 0 ? (entries[type] ?? []) : [''];
    const write = (id: string, field: string): string =>
      ['/api', type.replace('--', '/'), ...below].join('/').replace('{uuid}', id).replace('{field}', field);
    return ids.flatMap((id) => fields.map((field) => write(id, field)));
  }
}
