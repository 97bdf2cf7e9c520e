import type { Response } from 'supertest';
import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';

/** Names that every object of JavaScript inherits: a look-up by a name from outside finds what nobody stored. */
const NAMES = ['constructor', '__proto__', 'hasOwnProperty'];

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
  readonly responses: JsonObject;
}

interface Reference {
  readonly $ref: string;
}

interface Sent {
  readonly target: string;
  readonly body?: string;
  readonly mediaType?: string;
}

/** A JSON text rather than a value, since a literal with `__proto__` would set the prototype. */
const wrap = (name: string, value = '1'): string => `{"${name}":${value}}`;

describe.each(NAMES)('the name %s', (name) => {
  let site: ManagedSite;
  let administrator: ManagementClient;
  let document: JsonObject;
  beforeAll(async () => {
    site = await ManagedSite.start();
    administrator = await site.administrator();
    document = (await administrator.get('/openapi.json')).body as JsonObject;
    // Where the name is a valid one, things that have it exist.
    await administrator.post('/manage/bundles', { entityType: 'node', bundle: name, label: 'A' });
    await administrator.post('/manage/roles', { name, label: 'A', scopes: [] });
  });
  afterAll(() => site.stop());

  it('as path segment, query parameter and body member of any operation causes no fault of the service', async () => {
    const paths = document['paths'] as unknown as Record<string, Record<string, Operation>>;
    const faults: string[] = [];
    let requests = 0;
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods))
        for (const sent of isCovered(operation) ? listRequests(path, operation) : []) {
          const { status } = await send(method, sent);
          requests += 1;
          if (status >= 500) faults.push(`${status} ${method} ${sent.target} ${sent.body ?? ''}`);
        }

    expect(faults).toEqual([]);
    expect(requests).toBeGreaterThan(500);
  });

  function send(method: string, { target, body, mediaType }: Sent): Promise<Response> {
    const headers: Record<string, string> = mediaType === undefined ? {} : { 'Content-Type': mediaType };
    return administrator.send(method as 'get', target, body, headers);
  }

  function listRequests(path: string, operation: Operation): readonly Sent[] {
    const parameters = (operation.parameters ?? []).map(
      (parameter) => resolve(parameter) as Parameter & Json,
    );
    const fill = (known: Readonly<Record<string, string>>): string =>
      path.replaceAll(/\{(\w+)\}/g, (_, placeholder: string) => known[placeholder] ?? name);
    const target = fill({ entityType: 'node', bundle: 'article', field: 'field_tags' });
    const queries = parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap((parameter) => listQueries(parameter.name.replace(/\[.*/, '')));
    return [
      ...[fill({}), fill({ entityType: 'node' }), target].map((filled) => ({ target: filled })),
      ...[`${name}=1`, `${name}[${name}]=1`, ...new Set(queries)].map((query) => ({
        target: `${target}?${query}`,
      })),
      ...Object.entries(operation.requestBody?.content ?? {}).flatMap(([mediaType, { schema }]) =>
        listBodies(mediaType, schema).map((body) => ({ target, body, mediaType })),
      ),
    ];
  }

  function listQueries(parameter: string): readonly string[] {
    const condition = `${parameter}[a][condition]`;
    return [
      `${parameter}=${name}`,
      `${parameter}=${name}.${name}`,
      `${parameter}[${name}]=1`,
      `${parameter}[node--article]=${name}`,
      `${parameter}[title][${name}]=1`,
      `${parameter}[title][value]=1&${parameter}[title][operator]=${name}`,
      `${condition}[path]=${name}&${condition}[value]=1&${condition}[memberOf]=${name}`,
    ];
  }

  function listBodies(mediaType: string, schema: Json): readonly string[] {
    const sample = buildSample(schema);
    if (!isJsonObject(sample)) return [`{"kind":"${name}"}`, wrap(name)];
    const members = Object.entries(sample);
    if (mediaType === 'application/x-www-form-urlencoded')
      return members.map(([member]) =>
        String(new URLSearchParams({ ...(sample as Record<string, string>), [member]: name, [name]: name })),
      );
    const values = [wrap(name), `[${wrap(name)}]`, `["${name}"]`];
    const texts = members.map(([member, value]) => [member, JSON.stringify(value)] as const);
    const build = (changed: string, value: string): string =>
      `{${texts.map(([member, text]) => `"${member}":${member === changed ? value : text}`).join(',')}}`;
    return [
      wrap(name),
      JSON.stringify(sample),
      ...members.flatMap(([member]) => values.map((value) => build(member, value))),
    ];
  }

  /** A value of the schema, with the name for every text that is free. */
  function buildSample(schema: Json, levels = 6): Json {
    const resolved = resolve(schema);
    if (!isJsonObject(resolved) || levels === 0) return name;
    const { type, properties, items, anyOf, oneOf, allOf } = resolved;
    if (resolved['const'] !== undefined) return resolved['const'];
    if (Array.isArray(resolved['enum'])) return (resolved['enum'] as readonly Json[])[0] ?? name;
    const [choice] = [anyOf, oneOf, allOf].filter(Array.isArray).flat() as readonly Json[];
    if (choice !== undefined && properties === undefined) return buildSample(choice, levels);
    if (isJsonObject(properties))
      return Object.fromEntries(
        Object.entries(properties).map(([member, value]) => [member, buildSample(value ?? null, levels - 1)]),
      );
    const types = [type].flat();
    if (types.includes('array')) return [buildSample(items ?? null, levels - 1)];
    if (types.includes('integer') || types.includes('number')) return 1;
    if (types.includes('boolean')) return true;
    return types.includes('object') ? { x: name } : name;
  }

  function resolve(value: Json | Parameter | Reference): Json {
    const json = value as Json;
    const reference = isJsonObject(json) ? json['$ref'] : undefined;
    if (typeof reference !== 'string') return json;
    const found = reference
      .split('/')
      .slice(1)
      .reduce<Json | undefined>(
        (holder, member) => (isJsonObject(holder) ? holder[member] : undefined),
        document,
      );
    return resolve(found ?? null);
  }

  /** Not the event stream, which does not end, and not what operations of one bundle share with the general ones. */
  function isCovered({ operationId, responses }: Operation): boolean {
    return !operationId.includes('.') && !JSON.stringify(responses).includes('text/event-stream');
  }
});
