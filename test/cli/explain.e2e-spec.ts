import { Workplace } from './workplace.js';

const URL = '/api/node/article?filter[title]=News&sort=-created';

describe('explain', () => {
  let workplace: Workplace;
  beforeAll(async () => {
    workplace = new Workplace();
    await workplace.run('demo');
  });
  afterAll(() => {
    workplace.remove();
  });

  it('shows plan, statements and the plan of the engine', async () => {
    const { code, output } = await workplace.run('explain', URL);

    expect(code).toBe(0);
    expect(output).toMatch(/^Engine: sqlite\. Entries of the type: \d+\./);
    expect(output).toContain('\nPage\n  lookup: ');
    expect(output).toContain('     published entries only\n');
    expect(output).toMatch(
      /\nStatement 1: page\n {2}SELECT e\.id FROM ix_\d+ e WHERE .*\n {2}Parameters: \["news",/,
    );
    expect(output).toMatch(/\n {2}\| SEARCH e USING /);
  });

  it('reads in the name of a user, or with scopes', async () => {
    await workplace.json(
      'create-user',
      '--name',
      'ann',
      '--password',
      'correct horse battery',
      '--role',
      'administrator',
    );

    for (const options of [
      ['--user', 'ann'],
      ['--scopes', 'content:administer'],
    ])
      expect(await workplace.json('explain', URL, ...options)).toMatchObject({
        page: [{ details: [expect.stringMatching(/^filter: title = 'news'/), expect.any(String)] }],
      });
  });

  it.each([
    [['/api/node/article?sort=unknown'], 'sort: '],
    [['/api/node/article/1'], "url: '/api/node/article/1' is not the path of a collection"],
    [[URL, '--user', 'unknown'], "'unknown'"],
  ])('refuses %j', async (args, reason) => {
    expect(await workplace.run('explain', ...args)).toMatchObject({
      ...{ code: 1, errors: expect.stringContaining(reason) },
    });
  });
});
