import { isJsonObject, type JsonObject } from '@content-service/kernel';

/** What JSON:API 1.1 lets a top level hold («Top Level»). */
const TOP_LEVEL = ['data', 'errors', 'meta', 'jsonapi', 'links', 'included'];
const RESOURCE = ['type', 'id', 'lid', 'attributes', 'relationships', 'links', 'meta'];
const IDENTIFIER = ['type', 'id', 'lid', 'meta'];
const RELATIONSHIP = ['data', 'links', 'meta'];
const LINK = ['href', 'rel', 'describedby', 'title', 'type', 'hreflang', 'meta'];
const ERROR = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'];
const SOURCE = ['pointer', 'parameter', 'header'];
const PAGINATION = ['first', 'last', 'prev', 'next'];

/** «Member Names»: allowed inside are letters, digits, `-`, `_` and blanks, and anything beyond ASCII. */
const MEMBER_NAME =
  /^[a-zA-Z0-9\u0080-\u{10FFFF}](?:[-_ a-zA-Z0-9\u0080-\u{10FFFF}]*[a-zA-Z0-9\u0080-\u{10FFFF}])?$/u;

/**
 * Where a document breaks a rule of JSON:API 1.1 «Document Structure», such as
 * `/data/0/relationships/uid: has none of data, links, meta`; nothing when it keeps all.
 */
export function documentFaults(document: unknown): readonly string[] {
  if (!isJsonObject(document)) return [': is no object'];
  const { data, errors, included, links, meta, jsonapi } = document;
  return [
    ...unknownMembers(document, TOP_LEVEL, ''),
    ...holds(
      ['data', 'errors', 'meta'].some((name) => name in document),
      '',
      'has none of data, errors, meta',
    ),
    ...holds(!('data' in document && 'errors' in document), '', 'has both data and errors'),
    ...holds('data' in document || !('included' in document), '', 'has included without data'),
    ...holds(!isJsonObject(jsonapi) || jsonapi['version'] === '1.1', '/jsonapi', 'is not of version 1.1'),
    ...(meta === undefined ? [] : holds(isJsonObject(meta), '/meta', 'is no object')),
    ...linksFaults(links, '/links'),
    ...holds(
      Array.isArray(data) || !PAGINATION.some((rel) => isJsonObject(links) && rel in links),
      '/links',
      'pages what is no collection',
    ),
    ...(Array.isArray(data) ? data.flatMap((one, at) => resourceFaults(one, `/data/${at}`)) : []),
    ...(isJsonObject(data) ? resourceFaults(data, '/data') : []),
    ...listFaults(included, '/included', resourceFaults),
    ...listFaults(errors, '/errors', errorFaults),
    ...twice([...listOf(data), ...listOf(included)]),
    ...unlinked(document),
  ];
}

function resourceFaults(resource: unknown, at: string): readonly string[] {
  if (!isJsonObject(resource)) return [`${at}: is no object`];
  const { type, id, attributes = {}, relationships = {}, links, meta } = resource;
  const names = [attributes, relationships].flatMap((fields) => Object.keys(fields ?? {}));
  return [
    ...unknownMembers(resource, RESOURCE, at),
    ...holds(typeof type === 'string' && isResourceTypeName(type), `${at}/type`, 'is no member name'),
    ...holds(typeof id === 'string', `${at}/id`, 'is no string'),
    ...holds(isJsonObject(attributes), `${at}/attributes`, 'is no object'),
    ...holds(isJsonObject(relationships), `${at}/relationships`, 'is no object'),
    ...(meta === undefined ? [] : holds(isJsonObject(meta), `${at}/meta`, 'is no object')),
    ...holds(new Set([...names, 'type', 'id']).size === names.length + 2, at, 'has two fields of one name'),
    ...names.flatMap((name) => holds(MEMBER_NAME.test(name), at, `has the field '${name}'`)),
    ...Object.entries(relationships ?? {}).flatMap(([name, value]) =>
      relationshipFaults(value, `${at}/relationships/${name}`),
    ),
    ...linksFaults(links, `${at}/links`),
  ];
}

function relationshipFaults(relationship: unknown, at: string): readonly string[] {
  if (!isJsonObject(relationship)) return [`${at}: is no object`];
  const { data, links } = relationship;
  return [
    ...unknownMembers(relationship, RELATIONSHIP, at),
    ...holds(
      RELATIONSHIP.some((name) => name in relationship),
      at,
      'has none of data, links, meta',
    ),
    ...linksFaults(links, `${at}/links`),
    ...holds(
      links === undefined || (isJsonObject(links) && ('self' in links || 'related' in links)),
      `${at}/links`,
      'has none of self, related',
    ),
    ...listOf(data).flatMap((identifier) => [
      ...unknownMembers(identifier, IDENTIFIER, `${at}/data`),
      ...holds(
        typeof identifier['type'] === 'string' && typeof identifier['id'] === 'string',
        `${at}/data`,
        'is no identifier',
      ),
    ]),
  ];
}

function errorFaults(error: unknown, at: string): readonly string[] {
  if (!isJsonObject(error)) return [`${at}: is no object`];
  const { status, source } = error;
  return [
    ...unknownMembers(error, ERROR, at),
    ...holds(
      typeof status === 'string' && /^[45]\d\d$/.test(status),
      `${at}/status`,
      'is no status as a string',
    ),
    ...(source === undefined
      ? []
      : isJsonObject(source)
        ? unknownMembers(source, SOURCE, `${at}/source`)
        : [`${at}/source: is no object`]),
    ...linksFaults(error['links'], `${at}/links`),
  ];
}

function linksFaults(links: unknown, at: string): readonly string[] {
  if (links === undefined) return [];
  if (!isJsonObject(links)) return [`${at}: is no object`];
  return Object.entries(links).flatMap(([name, link]) => {
    if (link === null || typeof link === 'string') return [];
    if (!isJsonObject(link)) return [`${at}/${name}: is no link`];
    return [
      ...unknownMembers(link, LINK, `${at}/${name}`),
      ...holds(
        typeof link['href'] === 'string' && URL.canParse(link['href']),
        `${at}/${name}`,
        'has no href',
      ),
    ];
  });
}

/** «Compound Documents»: no more than one resource object for each type and id. */
function twice(resources: readonly JsonObject[]): readonly string[] {
  const keys = resources.filter((one) => !isIdentifier(one)).map(keyOf);
  return keys.filter((key, at) => keys.indexOf(key) < at).map((key) => `${key}: is there twice`);
}

/** «Compound Documents»: every included resource is reached from primary data («full linkage»). */
function unlinked(document: JsonObject): readonly string[] {
  const included = new Map(listOf(document['included']).map((resource) => [keyOf(resource), resource]));
  const open = [...listOf(document['data'])];
  const first = new Set(open.filter(isIdentifier).map(keyOf));
  for (const key of first) reach(key);
  for (let resource = open.pop(); resource !== undefined; resource = open.pop())
    for (const relationship of Object.values(resource['relationships'] ?? {}))
      if (isJsonObject(relationship))
        for (const identifier of listOf(relationship['data'])) reach(keyOf(identifier));
  return [...included.keys()].map((key) => `/included: nothing leads to ${key}`);

  function reach(key: string): void {
    const resource = included.get(key);
    if (resource === undefined) return;
    included.delete(key);
    open.push(resource);
  }
}

function unknownMembers(object: JsonObject, known: readonly string[], at: string): readonly string[] {
  return Object.keys(object)
    .filter((name) => !known.includes(name) && !name.startsWith('@'))
    .map((name) => `${at}: has the member '${name}'`);
}

function listFaults(
  list: unknown,
  at: string,
  faults: (one: unknown, at: string) => readonly string[],
): readonly string[] {
  if (list === undefined) return [];
  return Array.isArray(list)
    ? list.flatMap((one, index) => faults(one, `${at}/${index}`))
    : [`${at}: is no array`];
}

function listOf(data: unknown): readonly JsonObject[] {
  return (Array.isArray(data) ? data : [data]).filter(isJsonObject);
}

/** An identifier, not a resource object: linkage may stand beside the resource it names. */
function isIdentifier(one: JsonObject): boolean {
  return Object.keys(one).every((name) => IDENTIFIER.includes(name));
}

function keyOf({ type, id }: JsonObject): string {
  return `${JSON.stringify(type)} ${JSON.stringify(id)}`;
}

/** A resource type's name is a member name, too. */
function isResourceTypeName(name: string): boolean {
  return MEMBER_NAME.test(name);
}

function holds(rule: boolean, at: string, fault: string): readonly string[] {
  return rule ? [] : [`${at}: ${fault}`];
}
