import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getTestTitles } from './support/test-titles.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Markdown files by path below the root. */
const DOCUMENTS = [
  'README.md',
  'deploy/README.md',
  ...['docs', 'docs/adr', 'docs/runbooks', '.github'].flatMap((folder) => listMarkdown(folder)),
  ...['apps', 'examples', 'libs', 'test'].flatMap((folder) =>
    readdirSync(ROOT + folder)
      .map((name) => `${folder}/${name}/README.md`)
      .filter((path) => existsSync(ROOT + path)),
  ),
];

describe.each(DOCUMENTS)('%s', (path) => {
  it('has only relative links to existing files and headings', () => {
    expect(findBrokenLinks(path, readFileSync(ROOT + path, 'utf8'))).toEqual([]);
  });
});

describe('findBrokenLinks', () => {
  it.each([
    ['a missing file', '[x](missing.md)', ['missing.md']],
    ['a missing heading of the same file', '[x](#missing)', ['#missing']],
    ['a missing heading of another file', '[x](docs/glossary.md#missing)', ['docs/glossary.md#missing']],
    ['a link inside a code block', '```\n[x](missing.md)\n```', []],
    ['a URL', '[x](https://example.com/missing)', []],
    ['a heading with punctuation', '# A `b`, c\n[x](#a-b-c)', []],
  ])('reports %s as expected', (_, text, broken) => {
    expect(findBrokenLinks('README.md', text)).toEqual(broken);
  });
});

describe('docs/glossary.md', () => {
  const terms = parseRows('docs/glossary.md').map(([term = '']) => term);

  it('has at most 40 terms', () => {
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.length).toBeLessThanOrEqual(40);
  });

  it('has each term once', () => {
    expect(new Set(terms).size).toBe(terms.length);
  });
});

describe('docs/security.md', () => {
  const rows = parseRows('docs/security.md').filter(([section = '']) => /^V\d+\.\d+ /.test(section));

  it('has a row for sections of all chapters V1 to V17', () => {
    const chapters = new Set(rows.map(([section = '']) => Number(/^V(\d+)/.exec(section)?.[1])));

    expect([...chapters].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 17 }, (_, n) => n + 1),
    );
  });

  it('states met, partly met, gap or not applicable in every row', () => {
    const states = ['met', 'partly met', 'gap', 'not applicable', 'operator'];

    expect(rows.filter(([, state = '']) => !states.includes(state))).toEqual([]);
  });

  it('names a test in every row with the state met', () => {
    const untested = rows.filter(
      ([, state, evidence = '']) => state === 'met' && findTestFiles(evidence).length === 0,
    );

    expect(untested.map(([section]) => section)).toEqual([]);
  });

  it('names only existing test files', () => {
    const files = rows.flatMap(([, , evidence = '']) => findTestFiles(evidence));

    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !existsSync(ROOT + file))).toEqual([]);
  });

  it('names only existing test titles', () => {
    const parts = new Set(getTestTitles().flatMap((title) => title.split(' › ')));
    const quoted = rows.flatMap(([, , evidence = '']) =>
      [...evidence.matchAll(/«([^«»]+)»/g)].map(([, title = '']) => title),
    );

    expect(quoted.length).toBeGreaterThan(20);
    expect(quoted.filter((title) => !parts.has(title))).toEqual([]);
  });
});

/**
 * Finds relative links of a Markdown document that lead to no file or heading.
 *
 * @param path of the document below the root, against which its links are resolved
 * @returns link targets as written
 */
function findBrokenLinks(path: string, markdown: string): readonly string[] {
  const text = markdown.replace(/```[^]*?```/g, '');
  const targets = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = decodeURI(target).split('#');
      const absolute = file === '' ? ROOT + path : join(ROOT, dirname(path), file);
      if (!existsSync(absolute)) return true;
      if (anchor === undefined) return false;
      return !toAnchors(file === '' ? markdown : readFileSync(absolute, 'utf8')).includes(anchor);
    });
}

/** The anchors of all headings as GitHub derives them: lower case, without punctuation, blanks as hyphens. */
function toAnchors(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

/** The cells of all table rows except headers and separators. */
function parseRows(path: string): readonly (readonly string[])[] {
  const lines = readFileSync(ROOT + path, 'utf8').split('\n');
  return lines
    .filter(
      (line, at) =>
        line.startsWith('| ') && !line.startsWith('| -') && lines[at + 1]?.startsWith('| -') !== true,
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** Paths of spec files in a table cell: `test/oauth/token.engines.e2e-spec.ts`. */
function findTestFiles(cell: string): readonly string[] {
  return [...cell.matchAll(/\b(?:apps|libs|test)\/[\w./-]*spec\.ts/g)].map(([path]) => path);
}

function listMarkdown(folder: string): readonly string[] {
  return readdirSync(ROOT + folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}
