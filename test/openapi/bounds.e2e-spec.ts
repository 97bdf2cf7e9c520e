import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';

/** Numbers without a maximum take this one. */
const LARGE = 1_000_000_000_000;

interface Sample {
  readonly path: string;
  /** A valid body; every request gets one of its own, since names are taken once. */
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A replay that sends nothing. */
const RANGE: JsonObject = { from: '2000-01-01T00:00:00Z', dryRun: true };

const STYLE: JsonObject = {
  ...{ name: 'large', label: 'Large', width: 1200, height: 800 },
  ...{ fit: 'cover', format: 'webp', quality: 80, enlarge: false },
};

/** A bound, pattern or enumeration of a member of a body. */
interface Constraint {
  readonly pointer: readonly string[];
  readonly schema: JsonObject;
}

describe('the bounds in the description of the management API', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  let document: JsonObject;
  let samples: Readonly<Record<string, (pointer: string) => Sample>>;
  let webhook: string;
  let created = 0;
  beforeAll(async () => {
    // Requests of one client for the whole table.
    site = await ManagedSite.start({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
    manager = await site.administrator();
    ({ body: document } = (await site.anonymous().get('/openapi.json')) as { body: JsonObject });
    const create = async (path: string, body: object): Promise<string> =>
      ((await manager.post(path, body)).body as { id: string }).id;
    const name = (): string => `name_${++created}`;
    const user = (): JsonObject => ({ name: name(), password: 'a horse in the rain', role: 'member' });
    const endpoint = { label: 'Index', url: 'http://127.0.0.1:8080/', visibility: 'content' };
    webhook = await create('/manage/webhooks', endpoint);
    const client = await create('/manage/api-clients', { label: 'News', allowedScopes: ['member'] });
    const userId = await create('/manage/users', user());
    await manager.post('/manage/roles', { name: 'walked', label: 'Walked', scopes: [] });
    const session = await site.signIn();
    const job = await create('/manage/jobs', { kind: 'index.verify' });
    const fields = '/manage/bundles/node/article/fields';
    for (const type of ['string', 'datetime', 'decimal', 'file'])
      await manager.post(fields, { name: `walked_${type}`, type, label: 'Walked' });
    // The scale is at most the precision.
    const settings = (pointer: string): JsonObject =>
      pointer.endsWith('scale') ? { settings: { precision: 18 } } : { settings: { scale: 0 } };
    const field = (pointer: string): JsonObject => ({
      ...{ name: name(), label: 'X' },
      type: getFieldType(pointer),
      ...(pointer.includes('formDisplay') ? { formDisplay: {} } : {}),
      ...(getFieldType(pointer) === 'decimal' ? settings(pointer) : {}),
    });
    const at =
      (path: string, body: JsonObject = {}) =>
      (): Sample => ({ path, body });
    samples = {
      updateJsonApiSettings: at('/manage/settings/jsonapi'),
      updateOAuthSettings: at('/manage/settings/oauth'),
      updateRateLimitSettings: at('/manage/settings/rate-limits'),
      updateContentSettings: at('/manage/settings/content', {
        imageStyles: [STYLE],
        previewSites: [{ label: 'Website', url: 'https://www.example.com/' }],
        sharedViews: [{ name: 'X', resourceType: 'node--page', search: {} }],
      }),
      updateSiteAppearance: at('/manage/settings/site'),
      updateMenuSettings: at('/manage/settings/menus', { menus: [{ name: 'main', label: 'Main' }] }),
      createApiClient: at('/manage/api-clients', { label: 'X', allowedScopes: ['member'] }),
      updateApiClient: at(`/manage/api-clients/${client}`),
      rotateApiClientSecret: at(`/manage/api-clients/${client}/secret`),
      createBundle: (pointer) => ({
        path: '/manage/bundles',
        body: {
          ...{ entityType: 'node', bundle: name(), label: 'X' },
          ...(pointer.startsWith('/fields') ? { fields: [field(pointer)] } : {}),
        },
      }),
      updateBundle: at('/manage/bundles/node/page'),
      addField: (pointer) => ({ path: fields, body: field(pointer) }),
      updateField: (pointer) => ({
        path: `${fields}/walked_${getFieldType(pointer)}`,
        body: getFieldType(pointer) === 'decimal' ? settings(pointer) : {},
      }),
      createBulkAction: at('/manage/bulk-actions', {
        resourceType: 'node--article',
        action: 'publish',
        all: true,
      }),
      updateListViews: (pointer) => ({
        path: '/manage/me/views',
        body: {
          views: pointer.startsWith('/views/0') ? [{ name: 'X', resourceType: 'node--page', query: '' }] : [],
        },
      }),
      createUser: () => ({ path: '/manage/users', body: user() }),
      updateUser: at(`/manage/users/${userId}`),
      createPasswordLink: at(`/manage/users/${userId}/password-link`),
      createRole: () => ({ path: '/manage/roles', body: { name: name(), label: 'X', scopes: [] } }),
      updateRole: at('/manage/roles/walked'),
      createJob: at('/manage/jobs'),
      updateJob: at(`/manage/jobs/${job}`),
      createWebhook: at('/manage/webhooks', endpoint),
      // The types that were chosen before may not have the visibility.
      updateWebhook: at(`/manage/webhooks/${webhook}`, { types: [], operations: [], visibility: 'content' }),
      replayWebhook: at(`/manage/webhooks/${webhook}/replay`, RANGE),
      replayToEventConsumer: at('/manage/consumers/broker/replay', RANGE),
      updateEventConsumer: at('/manage/consumers/webhooks'),
      chooseLanguage: () => ({ path: '/session/language', body: {}, headers: { Cookie: session.cookie } }),
      rotateWebhookSecret: at(`/manage/webhooks/${webhook}/secret`),
    };
  });
  afterAll(() => site.stop());

  it('are those that are checked: the values at them are taken, those beyond are refused', async () => {
    const faults: string[] = [];
    const operations = listOperations(document).filter(({ constraints }) => constraints.length > 0);
    expect(operations.map(({ id }) => id).filter((id) => samples[id] === undefined)).toEqual([]);
    for (const { id, method, constraints } of operations)
      for (const { pointer, schema } of constraints)
        for (const [value, isTaken] of listValues(schema)) {
          // The greatest position is the end of the log.
          if (value === LARGE && id === 'updateEventConsumer') continue;
          const text = `/${pointer.join('/')}`;
          const { path, body, headers } = samples[id]!(text);
          const response = await manager.send(
            method,
            path,
            {
              ...withValue(body, pointer, value),
              ...getNeeds(text, value, body),
            },
            headers,
          );
          const isRefused = response.status === 422 || response.status === 400;
          if (isRefused === isTaken || response.status >= 500)
            faults.push(
              `${id} ${text} ${JSON.stringify(value).slice(0, 60)}: ${response.status} ${response.text.slice(0, 300)}`,
            );
        }

    expect(faults).toEqual([]);
  });

  it('are checked for query parameters, too', async () => {
    const faults: string[] = [];
    const parameters = listQueryParameters(document);
    expect(parameters.length).toBeGreaterThan(15);
    for (const {
      path,
      pointer: [name = ''],
      schema,
    } of parameters)
      for (const [value, isTaken] of listValues(schema)) {
        const required = REQUIRED_PARAMETERS.get(path) ?? '';
        const others = required.startsWith(`${name}=`) ? '' : required;
        const address = `${path.replace('{id}', webhook)}?${others}${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
        const { status, text } = await manager.get(address);
        if (status !== (isTaken ? 200 : 400)) faults.push(`${address}: ${status} ${text.slice(0, 300)}`);
      }

    expect(faults).toEqual([]);
  });
});

/** Parameters without which an operation is refused. */
const REQUIRED_PARAMETERS = new Map([
  ['/manage/query-plan', 'url=/api/node/article&'],
  ['/manage/entry-revisions', 'entry=00000000-0000-4000-8000-000000000000&'],
]);

/** The constraints of the query parameters of reads, as of a member of a body. */
function listQueryParameters(document: JsonObject): readonly (Constraint & { readonly path: string })[] {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  const resolve = (value: Json): JsonObject => {
    const { $ref } = value as JsonObject;
    return (typeof $ref === 'string' ? getPath(document, $ref.slice(2).split('/')) : value) as JsonObject;
  };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/manage/'))
    .flatMap(([path, { get }]) =>
      ((get?.['parameters'] ?? []) as readonly Json[]).map(resolve).map(({ in: where, name, schema }) => ({
        path,
        where,
        pointer: [name as string],
        schema: resolve(schema ?? {}),
      })),
    )
    .filter(
      ({ where, schema }) =>
        where === 'query' && Object.keys(schema).some((name) => [...CONSTRAINTS, 'format'].includes(name)),
    );
}

/** The type of a field that has the setting of a pointer. */
function getFieldType(pointer: string): string {
  if (pointer.endsWith('/datetimeType')) return 'datetime';
  if (/\/(fileExtensions(\/\d+)?|maxBytes)$/.test(pointer)) return 'file';
  return /\/(precision|scale)$/.test(pointer) ? 'decimal' : 'string';
}

/** What a value needs beside it: settings of a field type, the visibility of a type of events. */
function getNeeds(pointer: string, value: Json, body: JsonObject): JsonObject {
  const text = typeof value === 'string' ? value : '';
  const settings = FIELD_SETTINGS.get(text);
  if (settings !== undefined && pointer === '/type') return { settings };
  if (settings !== undefined && pointer === '/fields/0/type')
    return { fields: [{ name: 'field_x', label: 'X', type: value, settings }] };
  if (pointer === '/mode') return { ...EDIT, action: 'update' };
  if (pointer === '/action' && text === 'update') return EDIT;
  const isOfManagement = pointer === '/types/0' && 'visibility' in body && !text.startsWith('entry.');
  return isOfManagement ? { visibility: 'management' } : {};
}

const EDIT: JsonObject = { data: { relationships: { field_tags: { data: [] } } } };

const FIELD_SETTINGS: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['list_string', { allowedValues: [{ value: 'x', label: 'X' }] }],
  ['entity_reference', { targetTypes: ['node--page'] }],
]);

interface DescribedOperation {
  readonly id: string;
  readonly method: 'post' | 'patch';
  readonly constraints: readonly Constraint[];
}

function listOperations(document: JsonObject): readonly DescribedOperation[] {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  return Object.entries(paths)
    .filter(([path]) => /^\/(manage|session)\//.test(path) && path !== '/manage/imports')
    .flatMap(([, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation['operationId'] as string,
        method: method as 'post' | 'patch',
        constraints: listConstraints(
          getPath(operation, ['requestBody', 'content', 'application/json', 'schema']),
          [],
        ),
      })),
    );

  function listConstraints(schema: Json | undefined, pointer: readonly string[]): readonly Constraint[] {
    if (!isJsonObject(schema) || pointer.length > 6) return [];
    const { $ref, properties, items, anyOf } = schema;
    if (typeof $ref === 'string')
      return listConstraints(getPath(document, $ref.slice(2).split('/')), pointer);
    const own = Object.keys(schema).some((name) => CONSTRAINTS.includes(name)) ? [{ pointer, schema }] : [];
    return [
      ...own,
      ...Object.entries((properties ?? {}) as JsonObject).flatMap(([name, member]) =>
        listConstraints(member, [...pointer, name]),
      ),
      ...listConstraints(items, [...pointer, '0']),
      ...((anyOf ?? []) as readonly Json[]).flatMap((member) => listConstraints(member, pointer)),
    ];
  }
}

const CONSTRAINTS = ['enum', 'minimum', 'maximum', 'minLength', 'maxLength', 'maxItems', 'pattern'];

/** Values at the limits of a schema and beyond them, and whether they are taken. */
function listValues(schema: JsonObject): readonly (readonly [Json, boolean])[] {
  const { enum: values, minimum, maximum, maxLength, maxItems, pattern, format, not } = schema;
  const [least, most] = [minimum as number | undefined, maximum as number | undefined];
  return [
    ...((values ?? []) as readonly Json[]).map((value) => [value, true] as const),
    ...(values === undefined ? [] : [['nonsense', false] as const]),
    ...(least === undefined ? [] : [[least, true] as const, [least - 1, false] as const]),
    ...(most === undefined ? [] : [[most, true] as const, [most + 1, false] as const]),
    ...(least !== undefined && most === undefined ? [[LARGE, true] as const] : []),
    ...(not === undefined ? [] : [[(not as JsonObject)['const'] ?? null, false] as const]),
    ...(maxLength === undefined ? [] : [['xy'.repeat(maxLength as number), false] as const]),
    ...(maxItems === undefined ? [] : [[Array<Json>((maxItems as number) + 1).fill(0), false] as const]),
    ...(pattern === undefined ? [] : [['Not a name!', false] as const]),
    ...(format === 'date-time' || format === 'uuid' ? [['nonsense', false] as const] : []),
  ];
}

function withValue(body: JsonObject, pointer: readonly string[], value: Json): JsonObject;
function withValue(body: Json, pointer: readonly string[], value: Json): Json;
function withValue(body: Json, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  if (name === '0') {
    const [first = null] = Array.isArray(body) ? (body as readonly Json[]) : [];
    return [withValue(first, rest, value)];
  }
  const holder = isJsonObject(body) ? body : {};
  return { ...holder, [name]: withValue(holder[name] ?? null, rest, value) };
}

function getPath(holder: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    holder,
  );
}
