import { isJsonObject, type JsonObject } from '@content-service/kernel';

/** Allowed members, JSON:API 1.1 «Top Level». */
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
 * Checks the rules of JSON:API 1.1 «Document Structure».
 * @returns violations such as `/data/0/relationships/uid: has none of data, links, meta`; empty for a valid document
 */
export function findDocumentErrors(document: unknown): readonly string[] {
  if (!isJsonObject(document)) return [': is no object'];
  const { data, errors, included, links, meta, jsonapi } = document;
  return [
    ...findUnknownMembers(document, TOP_LEVEL, ''),
    ...check(
      ['data', 'errors', 'meta'].some((name) => name in document),
      '',
      'has none of data, errors, meta',
    ),
    ...check(!('data' in document && 'errors' in document), '', 'has both data and errors'),
    ...check('data' in document || !('included' in document), '', 'has included without data'),
    ...check(!isJsonObject(jsonapi) || jsonapi['version'] === '1.1', '/jsonapi', 'is not of version 1.1'),
    ...(meta === undefined ? [] : check(isJsonObject(meta), '/meta', 'is no object')),
    ...checkLinks(links, '/links'),
    ...check(
      Array.isArray(data) || !PAGINATION.some((rel) => isJsonObject(links) && rel in links),
      '/links',
      'pages what is no collection',
    ),
    ...(Array.isArray(data) ? data.flatMap((one, at) => checkResource(one, `/data/${at}`)) : []),
    ...(isJsonObject(data) ? checkResource(data, '/data') : []),
    ...checkList(included, '/included', checkResource),
    ...checkList(errors, '/errors', checkError),
    ...findDuplicates([...toObjects(data), ...toObjects(included)]),
    ...findUnlinked(document),
  ];
}

function checkResource(resource: unknown, at: string): readonly string[] {
  if (!isJsonObject(resource)) return [`${at}: is no object`];
  const { type, id, attributes = {}, relationships = {}, links, meta } = resource;
  const names = [attributes, relationships].flatMap((fields) => Object.keys(fields ?? {}));
  return [
    ...findUnknownMembers(resource, RESOURCE, at),
    ...check(typeof type === 'string' && isResourceTypeName(type), `${at}/type`, 'is no member name'),
    ...check(typeof id === 'string', `${at}/id`, 'is no string'),
    ...check(isJsonObject(attributes), `${at}/attributes`, 'is no object'),
    ...check(isJsonObject(relationships), `${at}/relationships`, 'is no object'),
    ...(meta === undefined ? [] : check(isJsonObject(meta), `${at}/meta`, 'is no object')),
    ...check(new Set([...names, 'type', 'id']).size === names.length + 2, at, 'has two fields of one name'),
    ...names.flatMap((name) => check(MEMBER_NAME.test(name), at, `has the field '${name}'`)),
    ...Object.entries(relationships ?? {}).flatMap(([name, value]) =>
      checkRelationship(value, `${at}/relationships/${name}`),
    ),
    ...checkLinks(links, `${at}/links`),
  ];
}

function checkRelationship(relationship: unknown, at: string): readonly string[] {
  if (!isJsonObject(relationship)) return [`${at}: is no object`];
  const { data, links } = relationship;
  return [
    ...findUnknownMembers(relationship, RELATIONSHIP, at),
    ...check(
      RELATIONSHIP.some((name) => name in relationship),
      at,
      'has none of data, links, meta',
    ),
    ...checkLinks(links, `${at}/links`),
    ...check(
      links === undefined || (isJsonObject(links) && ('self' in links || 'related' in links)),
      `${at}/links`,
      'has none of self, related',
    ),
    ...toObjects(data).flatMap((identifier) => [
      ...findUnknownMembers(identifier, IDENTIFIER, `${at}/data`),
      ...check(
        typeof identifier['type'] === 'string' && typeof identifier['id'] === 'string',
        `${at}/data`,
        'is no identifier',
      ),
    ]),
  ];
}

function checkError(error: unknown, at: string): readonly string[] {
  if (!isJsonObject(error)) return [`${at}: is no object`];
  const { status, source } = error;
  return [
    ...findUnknownMembers(error, ERROR, at),
    ...check(
      typeof status === 'string' && /^[45]\d\d$/.test(status),
      `${at}/status`,
      'is no status as a string',
    ),
    ...(source === undefined
      ? []
      : isJsonObject(source)
        ? findUnknownMembers(source, SOURCE, `${at}/source`)
        : [`${at}/source: is no object`]),
    ...checkLinks(error['links'], `${at}/links`),
  ];
}

function checkLinks(links: unknown, at: string): readonly string[] {
  if (links === undefined) return [];
  if (!isJsonObject(links)) return [`${at}: is no object`];
  return Object.entries(links).flatMap(([name, link]) => {
    if (link === null || typeof link === 'string') return [];
    if (!isJsonObject(link)) return [`${at}/${name}: is no link`];
    return [
      ...findUnknownMembers(link, LINK, `${at}/${name}`),
      ...check(
        typeof link['href'] === 'string' && URL.canParse(link['href']),
        `${at}/${name}`,
        'has no href',
      ),
    ];
  });
}

/** «Compound Documents»: no more than one resource object for each type and id. */
function findDuplicates(resources: readonly JsonObject[]): readonly string[] {
  const keys = resources.filter((one) => !isIdentifier(one)).map(formatKey);
  return keys.filter((key, at) => keys.indexOf(key) < at).map((key) => `${key}: is there twice`);
}

/** «Compound Documents»: every included resource is reached from primary data («full linkage»). */
function findUnlinked(document: JsonObject): readonly string[] {
  const included = new Map(
    toObjects(document['included']).map((resource) => [formatKey(resource), resource]),
  );
  const open = [...toObjects(document['data'])];
  const first = new Set(open.filter(isIdentifier).map(formatKey));
  for (const key of first) reach(key);
  for (let resource = open.pop(); resource !== undefined; resource = open.pop())
    for (const relationship of Object.values(resource['relationships'] ?? {}))
      if (isJsonObject(relationship))
        for (const identifier of toObjects(relationship['data'])) reach(formatKey(identifier));
  return [...included.keys()].map((key) => `/included: no linkage to ${key}`);

  function reach(key: string): void {
    const resource = included.get(key);
    if (resource === undefined) return;
    included.delete(key);
    open.push(resource);
  }
}

function findUnknownMembers(object: JsonObject, known: readonly string[], at: string): readonly string[] {
  return Object.keys(object)
    .filter((name) => !known.includes(name) && !name.startsWith('@'))
    .map((name) => `${at}: has the member '${name}'`);
}

function checkList(
  list: unknown,
  at: string,
  faults: (one: unknown, at: string) => readonly string[],
): readonly string[] {
  if (list === undefined) return [];
  return Array.isArray(list)
    ? list.flatMap((one, index) => faults(one, `${at}/${index}`))
    : [`${at}: is no array`];
}

function toObjects(data: unknown): readonly JsonObject[] {
  return (Array.isArray(data) ? data : [data]).filter(isJsonObject);
}

/** Whether an object is a resource identifier and not a resource object. */
function isIdentifier(one: JsonObject): boolean {
  return Object.keys(one).every((name) => IDENTIFIER.includes(name));
}

function formatKey({ type, id }: JsonObject): string {
  return `${JSON.stringify(type)} ${JSON.stringify(id)}`;
}

/** «Type»: values of `type` obey the rules of member names. */
function isResourceTypeName(name: string): boolean {
  return MEMBER_NAME.test(name);
}

function check(rule: boolean, at: string, fault: string): readonly string[] {
  return rule ? [] : [`${at}: ${fault}`];
}
