import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { Workplace } from '../cli/workplace.js';
import { formatEntryPath } from '../support/entry-path.js';
import { eventually } from '../support/eventually.js';
import { EventStreamReader } from '../support/event-stream.js';
import { ALL_SCOPES } from '../support/managed-site.js';
import { Receiver } from '../support/receiver.js';
import { findDisclosures, findMarkers, ReadingPrincipal } from './compared-answers.js';
import { COPY, CopiedSite, MARKER } from './copied-site.js';
import { NOT_READ, type Read, type ReadableDocument, ReadGenerator } from './generated-reads.js';
import { SeededChoices, UnknownParameter } from './random-parameters.js';

/** The same reads in every run, unless RANDOM_SEED is set. */
const SEED = Number(process.env['RANDOM_SEED'] ?? 20);

/** The paths that show working copies, to those with `content:administer` alone. */
const SHOWN_IN = ['/manage/entry-copies'];

describe('a working copy', () => {
  let receiver: Receiver;
  let copied: CopiedSite;
  let document: ReadableDocument;
  let generate: (document: ReadableDocument) => readonly Read[];
  let principals: Readonly<Record<string, ReadingPrincipal>>;
  let editor: ReadingPrincipal;
  let url: string;
  beforeAll(async () => {
    receiver = await Receiver.start();
    copied = await CopiedSite.start(receiver);
    const { values, paths } = await copied.prepare();
    const { app, oauth } = copied.site;
    const { port } = app.nest.getHttpServer().address() as AddressInfo;
    url = `http://127.0.0.1:${port}`;
    document = (await copied.manager.get('/openapi.json')).body as ReadableDocument;
    generate = (described) => new ReadGenerator(described, values, paths, new SeededChoices(SEED)).generate();
    const { id } = await oauth.client({ allowedScopes: ['member'] });
    const bearer = async (clientId: string, scopes: readonly string[]): Promise<string> =>
      `Bearer ${await copied.site.issueToken(clientId, [...scopes])}`;
    principals = {
      anonymous: new ReadingPrincipal(url),
      reader: new ReadingPrincipal(url, await bearer(id, ['member'])),
      account: new ReadingPrincipal(url, await signInAuditor()),
    };
    editor = new ReadingPrincipal(url, await bearer(copied.manager.id, ALL_SCOPES));
  });
  afterAll(async () => {
    await copied.site.stop();
    await receiver.stop();
  });

  /** An account with every scope but `content:administer`. @returns `Bearer …` of its session */
  async function signInAuditor(): Promise<string> {
    const scopes = ALL_SCOPES.filter((scope) => scope !== 'content:administer');
    const role = await copied.manager.post('/manage/roles', { name: 'auditor', label: 'Auditor', scopes });
    expect(role.status).toBe(201);
    const { cookie } = await copied.site.signIn('auditor');
    const session = await request(url)
      .post('/session/token')
      .set({ Cookie: cookie, Origin: copied.site.oauth.url })
      .send({});
    return `Bearer ${String((session.body as { access_token?: string }).access_token)}`;
  }

  it(`changes no answer to readers, whatever they ask (seed ${SEED})`, async () => {
    const reads = generate(document);
    await copied.settle();
    for (const [name, principal] of Object.entries(principals)) {
      const before = await principal.readAll(reads);
      await copied.saveCopies();
      const whileSaved = await principal.readAll(reads);
      await copied.discardCopies();
      const afterwards = await principal.readAll(reads);

      expect([name, findDisclosures(reads, before, whileSaved)]).toEqual([name, []]);
      expect([name, findDisclosures(reads, before, afterwards)]).toEqual([name, []]);
      expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(200);
    }
  });

  it('is in an export with --drafts alone', async () => {
    const workplace = new Workplace({ DATABASE_URL: copied.databaseUrl, FILE_STORE: 'memory:' });
    const runExport = async (...options: string[]): Promise<string> => {
      const { code, output, errors } = await workplace.run('export', '--without-files', ...options);
      expect([code, errors]).toEqual([0, expect.any(String)]);
      return output;
    };
    const before = await runExport();

    await copied.saveCopies();

    expect(await runExport()).toBe(before);
    expect(
      (await runExport('--drafts')).split('\n').filter((line) => line.includes('"workingCopy"')),
    ).toHaveLength(copied.copied.length);
    await copied.discardCopies();
    workplace.remove();
  });

  it('is refused to readers at its own address, and shown in no answer to editors but those about copies', async () => {
    const reads = generate(document);
    await copied.saveCopies();
    const read = (path: string): Read => ({ method: 'GET', path: `${path}?${COPY}`, headers: {} });
    const entries = copied.copied;
    const paths = entries.flatMap((entry) => [
      formatEntryPath(entry),
      ...(entry.type.startsWith('node')
        ? [formatEntryPath(entry, 'uid'), formatEntryPath(entry, 'relationships', 'uid')]
        : []),
    ]);

    for (const path of paths)
      for (const [principal, status] of [
        ['anonymous', 401],
        ['reader', 403],
        ['account', 403],
      ] as const)
        expect([path, principal, (await principals[principal]?.read(read(path)))?.status]).toEqual([
          path,
          principal,
          status,
        ]);
    for (const entry of entries)
      expect(JSON.stringify(await editor.read(read(formatEntryPath(entry))))).toContain(MARKER);
    const shown = findMarkers(reads, await editor.readAll(reads), MARKER);
    expect(new Set(shown.map((text) => /^GET ([^? ]+)/.exec(text)?.[1]))).toEqual(new Set(SHOWN_IN));
    await copied.discardCopies();
  });

  it('makes no event: nothing in the log, streams, webhooks and purges until it is published', async () => {
    const changesOf = (events: EventStreamReader): readonly object[] =>
      events.events.filter(({ event }) => event !== 'entry.created');
    await copied.settle();
    const listed = await copied.listEvents();
    receiver.calls.length = 0;
    const streams = [
      await EventStreamReader.open(`${url}/api/events`),
      await EventStreamReader.open(`${url}/api/events?data=document`, {
        Authorization: editor.authorization ?? '',
      }),
    ];

    await copied.saveCopies();
    await copied.discardCopies();
    await copied.saveCopies();
    const [first] = await copied.publishCopies(1);
    for (const stream of streams) await eventually(() => Promise.resolve(changesOf(stream).length > 0));
    await copied.settle();

    // The published copy alone: what came before it is there by then, since events have one order.
    expect((await copied.listEvents()).slice(listed.length)).toEqual([
      { type: 'entry.updated', subject: first },
    ]);
    expect(changesOf(streams[0] as EventStreamReader)).toEqual([{ event: 'entry.updated', id: first?.id }]);
    const documents = streams[1]?.messages.filter(({ data }) => data.includes(MARKER)) ?? [];
    expect(documents.map(({ event }) => event)).toEqual(['entry.updated']);
    const called = (path: string): readonly string[] => receiver.of(path).map(({ body }) => body);
    expect(called('/management')).toEqual([]);
    for (const path of ['/content', '/public'])
      expect(called(path)).toEqual([expect.stringContaining(MARKER)]);
    const purged = called('/purge').join('');
    for (const { id } of copied.copied) expect([id, purged.includes(id)]).toEqual([id, id === first?.id]);
    for (const stream of streams) stream.close();
    await copied.discardCopies(1);
  });

  it('changes the answers once it is published (control)', async () => {
    const reads = generate(document);
    const before = (await principals['anonymous']?.readAll(reads)) ?? [];

    await copied.saveCopies(1);
    await copied.publishCopies();

    const now = (await principals['anonymous']?.readAll(reads)) ?? [];
    expect(findDisclosures(reads, before, now).length).toBeGreaterThan(50);
  });

  it('is compared at every path: a new one, or a new parameter, needs a value or a reason', () => {
    const { paths, components } = document;
    const add = (path: string, get: object): ReadableDocument => ({
      components,
      paths: { ...paths, [path]: { get } },
    });
    const parameters = [{ name: 'colour', in: 'query' }];

    expect(Object.keys(NOT_READ).filter((path) => !(path in paths))).toEqual([]);
    expect(() => generate(add('/manage/things/{thing}', {}))).toThrow(
      'No value is known for /manage/things/{thing}',
    );
    expect(() => generate(add('/api/node/thing/{uuid}', {}))).toThrow(
      'No value is known for /api/node/thing/{uuid}',
    );
    expect(() => generate(add('/manage/things', { parameters }))).toThrow(UnknownParameter);
  });
});
