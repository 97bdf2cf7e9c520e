import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SITES } from './front-end.js';

const DOCUMENT = readFileSync(fileURLToPath(new URL('../../docs/front-ends.md', import.meta.url)), 'utf8');

/** The code blocks that are no commands, and the link before each of them. */
const BLOCKS = [...DOCUMENT.matchAll(/\n(?<before>[^\n]*)\n\n```(?<language>\w+)\n(?<code>[^]*?)```\n/g)]
  .map(({ groups: { before = '', language, code = '' } = {} }) => ({
    file: /^\[.*\]\(\.\.\/examples\/front-ends\/(.*)\)$/.exec(before)?.[1],
    language,
    code,
  }))
  .filter(({ language }) => language !== 'sh');

const read = (file: string): string => readFileSync(SITES + file, 'utf8');

describe('docs/front-ends.md', () => {
  it('shows code of all sites', () => {
    const sites = new Set(BLOCKS.map(({ file = '' }) => file.split('/')[0]));

    expect([...sites].sort()).toEqual(['astro', 'fetch', 'next', 'nuxt']);
    expect(BLOCKS.length).toBeGreaterThan(10);
  });

  it.each(BLOCKS)('shows the code of $file that runs', ({ file = 'no file', code }) => {
    expect(read(file)).toContain(code);
  });
});

describe('examples/front-ends', () => {
  it.each(['content.js', 'draft.js'])('has the same %s in the sites that need it', (file) => {
    for (const folder of ['astro/src/lib', 'nuxt/server/utils'])
      expect(read(`${folder}/${file}`)).toBe(read(`fetch/${file}`));
  });
});
