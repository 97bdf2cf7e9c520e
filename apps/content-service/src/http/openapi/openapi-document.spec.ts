import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ContentModel } from '@content-service/bundles';
import { EVENT_CATALOGUE } from '@content-service/events';
import { isJsonObject, type JsonObject } from '@content-service/kernel';
import { SETTING_RULES } from '@content-service/site-settings';
import { buildEventSchemaPointer } from '../../platform/events/event-document.js';
import { ARTICLE, describeSite, TAG } from './example-site.fixture.js';

describe('buildOpenApiDocument', () => {
  it.each([
    ['with OAuth endpoints', describeSite()],
    ['headless', describeSite({ prefix: '/jsonapi', oauth: false })],
    ['without bundles', describeSite({ model: new ContentModel(0, []) })],
  ])('is an OpenAPI 3.1 document of version 1.1: %s', async (_, document) => {
    const validation = await new Validator().validate(structuredClone(document));

    expect(validation).toEqual({ valid: true });
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: '1.1' } });
  });

  it('tells its own version from that of the service', () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8'),
    ) as {
      version: string;
    };

    expect(describeSite()).toMatchObject({
      info: { description: expect.stringContaining(`version 1.1, the service the version ${version}.`) },
    });
  });

  it.each<[string, object, boolean]>([
    [
      'of a confidential client',
      { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' },
      true,
    ],
    ['with HTTP Basic', { grant_type: 'client_credentials' }, true],
    [
      'of a public client',
      {
        grant_type: 'authorization_code',
        client_id: 'a',
        code: 'c',
        redirect_uri: 'https://a.example',
        code_verifier: 'v',
      },
      true,
    ],
    [
      'without a code',
      { grant_type: 'authorization_code', client_id: 'a', redirect_uri: 'https://a.example' },
      false,
    ],
    ['without a grant', { client_id: 'a', client_secret: 'b' }, false],
    ['with a secret of no client', { grant_type: 'client_credentials', client_secret: 'b' }, false],
  ])('describes token requests: %s', (_, request, isValid) => {
    const { components } = describeSite() as { components: { schemas: Record<string, object> } };
    const ajv = new Ajv2020({ strict: false, validateFormats: false });

    expect(ajv.validate(components.schemas['TokenRequest'] ?? {}, request)).toBe(isValid);
  });

  it('has the operations of the specification', () => {
    expect(getOperations(describeSite())).toEqual(
      expect.arrayContaining([
        'post /oauth/token: issueToken',
        'get /oauth/authorize: authorize',
        'get /api: apiRoot',
        'get /api/{entityType}/{bundle}: listEntries',
        'post /api/{entityType}/{bundle}: createEntry',
        'get /api/{entityType}/{bundle}/{uuid}: getEntry',
        'patch /api/{entityType}/{bundle}/{uuid}: updateEntry',
        'delete /api/{entityType}/{bundle}/{uuid}: deleteEntry',
        'get /api/{entityType}/{bundle}/{uuid}/{field}: getRelated',
        'get /api/{entityType}/{bundle}/{uuid}/relationships/{field}: getRelationship',
      ]),
    );
  });

  it('has exactly the parameters of each path, all required', () => {
    const document = describeSite();
    const resolve = (parameter: JsonObject): JsonObject =>
      typeof parameter['$ref'] === 'string'
        ? (at(document, parameter['$ref'].slice(1)) as JsonObject)
        : parameter;
    const wrong = Object.entries(document['paths'] as Record<string, Record<string, JsonObject>>).flatMap(
      ([path, operations]) =>
        Object.entries(operations).flatMap(([method, { parameters = [] }]) => {
          const described = (parameters as readonly JsonObject[])
            .map(resolve)
            .filter((parameter) => parameter['in'] === 'path' && parameter['required'] === true)
            .map(({ name }) => `{${name as string}}`);
          const inPath: readonly string[] = path.match(/\{\w+\}/g) ?? [];
          return described.join() === inPath.join() ? [] : [`${method} ${path}: ${described.join()}`];
        }),
    );

    expect(wrong).toEqual([]);
  });

  it('has the bounds of all settings', () => {
    const schemas = ['JsonApiSettings', 'OAuthSettings'].map(
      (name) => at(describeSite(), `/components/schemas/${name}/properties`) as Record<string, JsonObject>,
    );
    const described = Object.entries(Object.assign({}, ...schemas) as Record<string, JsonObject>);

    expect(described.length).toBeGreaterThan(10);
    for (const [name, schema] of described)
      expect([name, schema]).toEqual([
        name,
        expect.objectContaining(SETTING_RULES[name as keyof typeof SETTING_RULES].rule),
      ]);
  });

  it('has a unique id for every operation', () => {
    const ids = getOperations(describeSite()).map((operation) => operation.split(': ')[1]);

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('advertises content:administer alone in the flows of OAuth', () => {
    const { flows } = at(describeSite(), '/components/securitySchemes/oauth2') as JsonObject;
    const { clientCredentials, authorizationCode } = flows as Record<string, JsonObject>;

    expect(Object.keys(clientCredentials?.['scopes'] ?? {})).toEqual(['content:administer']);
    expect(Object.keys(authorizationCode?.['scopes'] ?? {})).toEqual(['content:administer']);
  });

  it('has no OAuth endpoints in a headless deployment', () => {
    const operations = getOperations(describeSite({ prefix: '/jsonapi', oauth: false }));

    expect(operations).toContain('get /jsonapi/node/article: listEntries.node--article');
    expect(operations.filter((operation) => / \/(oauth|api)/.test(operation))).toEqual([]);
  });

  it('differs between sites in the endpoints of their bundles only', () => {
    const few = describeSite({ model: new ContentModel(2, [TAG]) });
    const more = describeSite({ model: new ContentModel(3, [TAG, ARTICLE]) });

    const added = getOperations(more).filter((operation) => !getOperations(few).includes(operation));

    expect(added).toContain('post /api/node/article: createEntry.node--article');
    expect(added.every((operation) => operation.includes(' /api/node/article'))).toBe(true);
    expect(getOperations(more)).toEqual(expect.arrayContaining(getOperations(few)));
  });

  it('has a webhook for each type of events, with sentence, schema and example', () => {
    const { webhooks } = describeSite() as { webhooks: Record<string, { post: JsonObject }> };

    expect(Object.keys(webhooks)).toEqual(EVENT_CATALOGUE.map(({ type }) => type));
    for (const { type, sentence, schema, example } of EVENT_CATALOGUE)
      expect(webhooks[type]?.post).toMatchObject({
        summary: sentence,
        requestBody: { content: { 'application/json': { schema, example } } },
      });
    expect(describeSite({ prefix: '/jsonapi', oauth: false })).not.toHaveProperty('webhooks');
  });

  it('has the schema of each type of events where `dataschema` of CloudEvents says', () => {
    const schemas = new Map(everything(describeSite()));

    for (const { type, schema } of EVENT_CATALOGUE)
      expect(schemas.get(buildEventSchemaPointer(type))).toEqual(schema);
  });

  it('uses the JSON:API media type without parameters for content, but for the stream of events and uploads', () => {
    const { paths } = describeSite();
    const mediaTypes = everything(paths, '/paths')
      .filter(([pointer]) => pointer.startsWith('/paths/~1api') && pointer.endsWith('/content'))
      .flatMap(([, content]) => Object.keys(content as JsonObject));

    expect([...new Set(mediaTypes)]).toEqual([
      ...['application/vnd.api+json', 'text/event-stream', 'application/octet-stream'],
    ]);
  });

  it('contains every component that it refers to', () => {
    const all = everything(describeSite());
    const there = new Set(all.map(([pointer]) => `#${pointer}`));

    const dangling = all.filter(([pointer, to]) => pointer.endsWith('/$ref') && !there.has(String(to)));

    expect(dangling).toEqual([]);
  });

  it('has a language tag as the example of langcode', () => {
    const languages = [...JSON.stringify(describeSite()).matchAll(/"langcode":"([^"]*)"/g)].map(
      ([, tag]) => tag,
    );

    expect(languages.length).toBeGreaterThan(2);
    expect(new Set(languages)).toEqual(new Set(['en']));
  });

  it('has whole words as examples of texts, and addresses and media types as those of files', () => {
    const document = describeSite();

    const texts = everything(document).flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
    const whole = 'The last tram';
    expect(texts.filter((text) => text.length > 3 && text !== whole && whole.startsWith(text))).toEqual([]);
    expect(texts).toContain('Tram');
    expect(texts).toEqual(expect.arrayContaining(['image/jpeg', 'last-tram.jpg']));
  });

  it('has examples that are valid against their schemas', () => {
    const document = describeSite();
    const ajv = formats
      .default(new Ajv2020({ strict: false, allErrors: true }))
      .addSchema(document, 'openapi');

    const examples = everything(document).flatMap(([pointer, holder]) => collectExamples(holder, pointer));
    const unfit = examples.filter(({ schema, example }) => {
      return !ajv.validate({ $ref: `openapi#${encodeURI(schema)}` }, example);
    });

    expect(examples.length).toBeGreaterThan(50);
    expect(unfit).toEqual([]);
  });
});

/** `get /api: apiRoot` */
function getOperations(document: JsonObject): readonly string[] {
  const paths = document['paths'] as Record<string, Record<string, { operationId: string }>>;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => `${method} ${path}: ${operationId}`),
  );
}

function at(document: JsonObject, pointer: string): unknown {
  return new Map(everything(document)).get(pointer);
}

/** Every value inside another, with its JSON Pointer. */
function everything(value: unknown, pointer = ''): [pointer: string, value: unknown][] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [
    [pointer, value],
    ...members.flatMap(([name, member]) =>
      everything(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ),
  ];
}

interface Example {
  /** The pointer of its schema. */
  readonly schema: string;
  readonly example: unknown;
}

/** The examples inside a schema, and those beside one. */
function collectExamples(holder: unknown, pointer: string): readonly Example[] {
  if (!isJsonObject(holder)) return [];
  const { examples, example, schema } = holder;
  if (Array.isArray(examples)) return examples.map((value: unknown) => ({ schema: pointer, example: value }));
  if (!isJsonObject(schema)) return [];
  const named = Object.values(isJsonObject(examples) ? examples : {}) as { value: unknown }[];
  const values = [...named.map(({ value }) => value), ...(example === undefined ? [] : [example])];
  return values.map((value) => ({ schema: `${pointer}/schema`, example: value }));
}
