import { Readable } from 'node:stream';
import { Workshop } from '../restore/backup-site.js';
import { FILES, PICTURE } from './drupal-files.js';
import { article, file, toId, user } from './drupal-site.js';
import { DrupalSource, type Resource, type SourceAnswer } from './drupal-source.js';
import { messages, MigratedSite, type Report } from './migrated-site.js';

const PATH = `${FILES}/a.txt`;
const ID = toId('8', 1);

describe('content-service import-jsonapi with faulty files', () => {
  const workshop = new Workshop();
  let source: DrupalSource;
  let other: DrupalSource;
  let site: MigratedSite;
  beforeEach(async () => {
    source = await DrupalSource.start([user, file(1, 'a.txt', 4), file(2, 'b.txt', 4)]);
    source.files.set(PATH, Buffer.from('text')).set(`${FILES}/b.txt`, Buffer.from('text'));
    other = await DrupalSource.start();
    other.files.set('/a.txt', Buffer.from('text'));
    site = new MigratedSite(workshop, (await workshop.database()).url, source);
  });
  afterEach(async () => {
    await source.stop();
    await other.stop();
  });
  afterAll(() => workshop.remove());

  /** Replaces the answer for one of the two files. */
  const answer = (given: () => SourceAnswer): void => {
    source.override = ({ path }) => (path === PATH ? given() : undefined);
  };
  const replaceFile = (resource: Resource): void => {
    source.resources = [user, resource, file(2, 'b.txt', 4)];
  };

  /** Expects one file to be missing, with its address at the source, and everything else to be there. */
  const expectMissing = async ({ files, problems, stored }: Report, reason: string): Promise<void> => {
    expect(files).toMatchObject({ fetched: { files: 1, bytes: 4 }, missing: 1 });
    expect(files.missingFiles).toEqual([
      expect.objectContaining({ file: `file--file/${ID}`, reason: expect.stringContaining(reason) }),
    ]);
    expect(messages(problems)).toEqual([expect.stringContaining(reason)]);
    expect(stored).toMatchObject({ inserted: 3 });
    expect(await site.readStored(ID)).toBeUndefined();
    expect(String(await site.readStored(toId('8', 2)))).toBe('text');
    expect((await site.exported(ID))?.attributes).toMatchObject({ checksum: null });
  };

  it.each<[string, () => SourceAnswer, string]>([
    ['404', () => ({ status: 404 }), 'The source answered 404, so it does not have the file.'],
    ['403', () => ({ status: 403 }), 'The source answered 403: give credentials of a user who may read'],
    ['500', () => ({ status: 500, headers: { 'Retry-After': '0' } }), 'The source answered 500, 3 times.'],
    [
      'a page to sign in',
      () => ({ headers: { 'Content-Type': 'text/html; charset=UTF-8' }, body: '<h1>Sign in' }),
      'answered with a page',
    ],
    ['too few bytes', () => ({ body: 'tex' }), 'The file has 3 bytes instead of 4.'],
    ['too many bytes', () => ({ body: 'text.' }), 'The file has more than the 4 bytes that it should have.'],
    ['a body without end', () => ({ body: createEndless() }), 'The file has more than the 4 bytes'],
    [
      'a redirect that leads back',
      () => ({ status: 302, headers: { Location: PATH } }),
      'The source redirects more than 5 times.',
    ],
    [
      'a redirect into a private network',
      () => ({ status: 302, headers: { Location: 'http://169.254.169.254/latest/meta-data' } }),
      'It lies outside of the site, at http://169.254.169.254;',
    ],
  ])('reports a file that is answered by %s', async (_, given, reason) => {
    answer(given);

    await expectMissing(await site.takeOver(), reason);
  });

  it.each<[string, Resource, Buffer, string]>([
    ['a script', file(1, 'a.php', 4), Buffer.from('<?ph'), "has the extension 'php': it could be executed."],
    ['a page as a picture', file(1, 'a.png', 6), Buffer.from('<html>'), 'is no image/png, as its name says.'],
    ['a picture as a text', file(1, 'a.txt', PICTURE.length), PICTURE, 'is no text/plain, as its name says.'],
    [
      'an SVG with a script',
      file(1, 'a.svg', 23),
      Buffer.from('<svg><script/></svg>   '),
      "has the element 'script'.",
    ],
    [
      'a file beyond UPLOAD_LIMIT_BYTES',
      file(1, 'a.txt', 200_000),
      Buffer.alloc(200_000),
      'more than the 100000 of UPLOAD_LIMIT_BYTES.',
    ],
    [
      'a script as a text',
      file(1, 'a.txt', 4, { filename: 'a.php' }),
      Buffer.from('<?ph'),
      "extension 'php'",
    ],
    [
      'a file without an address',
      file(1, 'a.txt', 4, { uri: null }),
      Buffer.from('text'),
      'The source gives no address of it.',
    ],
  ])('refuses %s', async (_, resource, bytes, reason) => {
    replaceFile(resource);
    source.files.set(
      `${FILES}/${(resource.attributes?.['uri'] as { value: string } | null)?.value.slice(9)}`,
      bytes,
    );

    await expectMissing(await site.takeOver(), reason);
  });

  it('gives a file whose size the source does not tell no more than UPLOAD_LIMIT_BYTES', async () => {
    replaceFile(file(1, 'a.txt', 0, { filesize: null }));
    answer(() => ({ body: createEndless() }));

    await expectMissing(await site.takeOver(), 'more than the 100000 of UPLOAD_LIMIT_BYTES.');
  });

  it('follows a redirect to another origin that the operator names, without credentials', async () => {
    answer(() => ({ status: 302, headers: { Location: `${other.url}/a.txt` } }));

    await expectMissing(
      await site.takeOver('--token', 'secret'),
      `It lies outside of the site, at ${other.url}; --file-origin ${other.url} fetches it from there.`,
    );
    expect(other.requests).toEqual([]);

    const { files } = await site.takeOver(
      ...['--token', 'secret', '--header', 'X-Key: other', '--file-origin', other.url],
    );
    expect(files).toMatchObject({ fetched: { files: 1 }, present: { files: 1 }, missing: 0 });
    expect(source.requestsOf(PATH).at(-1)).toMatchObject({ authorization: 'Bearer secret' });
    expect(other.requests).toEqual([expect.objectContaining({ path: '/a.txt', authorization: undefined })]);
    expect(other.requests[0]?.headers).not.toHaveProperty('x-key');
  });

  it('replaces addresses of another origin that the operator names', async () => {
    const text = { value: `<img src="${other.url}/a.txt">`, format: 'full_html' };
    source.resources = [
      user,
      file(1, 'a.txt', 4, { uri: { value: 'cdn://a.txt', url: `${other.url}/a.txt` } }),
      article(1, 1, { body: text }),
    ];

    const { files } = await site.takeOver('--file-origin', other.url);

    expect(files).toMatchObject({ fetched: { files: 1 }, rewritten: 1 });
    expect((await site.exported(toId('a', 1)))?.attributes?.['body']).toMatchObject({
      value: `<img src="https://cms.example/files/${ID}/a.txt">`,
    });
  });

  it('does not publish the private files that the credentials can read', async () => {
    const uri = { value: 'private://a.txt', url: '/system/files/a.txt' };
    replaceFile(file(1, 'a.txt', 4, { uri }));
    source.override = ({ path, authorization }) =>
      path === uri.url
        ? authorization === 'Bearer secret'
          ? { headers: { 'Content-Type': 'text/plain' }, body: 'text' }
          : { status: 403 }
        : undefined;

    await expectMissing(await site.takeOver(), 'The source answered 403');
    const { files, notes } = await site.takeOver('--token', 'secret');

    expect(files).toMatchObject({ fetched: { files: 1 }, missing: 0 });
    expect(messages(notes)).toContain('file--file: a private file, which is not published here');
    expect((await site.exported(ID))?.attributes).toMatchObject({
      ...{ status: false, uri: { url: `/files/${ID}/a.txt` } },
    });
  });

  it('keeps the bytes of an earlier import when a file cannot be fetched again', async () => {
    await site.takeOver();
    replaceFile(file(1, 'a.txt', 9));
    answer(() => ({ status: 404 }));

    const { files } = await site.takeOver();

    expect(files.missingFiles).toEqual([
      expect.objectContaining({
        reason: expect.stringContaining(
          'so it does not have the file. The content of an earlier import stays.',
        ),
      }),
    ]);
    expect(String(await site.readStored(ID))).toBe('text');
    expect((await site.exported(ID))?.attributes).toMatchObject({
      ...{ filesize: 4, uri: { url: `/files/${ID}/a.txt` } },
    });
  });

  it('gives a name without the extension of the file that extension', async () => {
    replaceFile(file(1, 'a.txt', 4, { filename: 'Annual report' }));

    const { notes } = await site.takeOver();

    expect((await site.exported(ID))?.attributes).toMatchObject({
      ...{ filename: 'Annual report.txt', uri: { url: `/files/${ID}/Annual%20report.txt` } },
    });
    expect(messages(notes)).toContain(
      'file--file.filename: a name that is none of a file, or lacks its extension; it was changed',
    );
  });

  it('ends when one file after the other cannot be read, and continues with --resume', async () => {
    const numbers = Array.from({ length: 20 }, (_, n) => n + 1);
    source.resources = [user, ...numbers.map((n) => file(n, `${n}.txt`, 4))];
    for (const n of numbers) source.files.set(`${FILES}/${n}.txt`, Buffer.from('text'));
    source.override = ({ path }) =>
      path.startsWith(FILES) && path !== `${FILES}/1.txt`
        ? { status: 503, headers: { 'Retry-After': '0' } }
        : undefined;

    const { code, errors } = await site.run();

    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/10 files in a row could not be fetched, the last one at .* --resume continues/),
    ]);
    source.override = () => undefined;
    source.requests.length = 0;
    expect((await site.takeOver('--resume')).files).toMatchObject({ fetched: { files: 19 }, missing: 0 });
    expect(source.requestsOf(`${FILES}/1.txt`)).toEqual([]);
  });

  it('says what it did, and lists what is missing, in words', async () => {
    source.files.delete(PATH);

    const { code, output } = await site.run();

    expect(code).toBe(1);
    expect(output).toContain(
      `not fetched: ${PATH} (file--file/${ID}): The source answered 404, so it does not have the file.\n` +
        'files: 2 (8 bytes); 1 (4 bytes) fetched, 0 (0 bytes) here before, 1 not fetched; 0 addresses replaced, 0 unknown.\n',
    );
  });

  it('counts the bytes with --dry-run, and fetches none', async () => {
    const { output } = await site.run('--dry-run');

    expect(output).toContain('files: 2 (8 bytes); none of them was fetched.\n');
    expect(source.requestsOf(FILES)).toEqual([]);
  });

  it('refuses to begin without a place for files', async () => {
    const { code, errors } = await workshop.runWith(
      { FILE_STORE: 'disk:/proc/nowhere' },
      ...[site.database, 'import-jsonapi', source.url, '--folder', site.folder],
    );

    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('is not available. Try again later. --without-files imports everything else.'),
    ]);
    expect(source.requests).toEqual([]);
  });
});

/** Bytes without an end. */
function createEndless(): Readable {
  return Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(1000, 'a');
    })(),
  );
}
