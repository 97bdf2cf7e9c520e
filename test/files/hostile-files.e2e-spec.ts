import { FILES, HOSTILE_FILES, REFUSED } from './hostile-files.js';
import { FileSite, identify, REPORTS } from './file-site.js';

describe('a hostile file', () => {
  let site: FileSite;
  beforeAll(async () => {
    site = await FileSite.start();
  });
  afterAll(() => site.stop());

  it.each(HOSTILE_FILES)('such as %s has no effect', async (_, field, name, createBytes, outcome) => {
    const response = await site.upload(`${REPORTS}/${field}`, name, await createBytes());
    if (outcome === REFUSED) {
      expect([response.status, response.body.errors?.[0]?.code]).toEqual([422, 'file_refused']);
      return;
    }
    expect(response.status).toBe(201);
    const { id, attributes } = response.body.data;
    await site.report({ [field]: field === FILES ? [identify(id)] : identify(id) });
    const { headers } = await fetch(`${await site.url()}${attributes.uri.url}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': outcome,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(outcome === 'image/svg+xml' ? /^attachment/ : /^inline/),
    });
  });

  it('has a name without what reverses or hides letters', async () => {
    const { body } = await site.upload(`${REPORTS}/${FILES}`, '', Buffer.from('x'), {
      'Content-Disposition': `file; filename*=UTF-8''a%E2%80%AEgpj.%00txt`,
    });

    expect(body.data.attributes.filename).toBe('agpj.txt');
  });
});
