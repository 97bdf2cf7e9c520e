import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-notes-'));
  git('init', '--quiet');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('npm run release:notes groups the commits since the last release, breaking changes first', () => {
  commit('feat(entries): add the operator NOT BETWEEN');
  git('tag', 'v0.0.1');
  commit('feat(webhooks): deliver again');
  commit('fix(jsonapi): name the parameter', 'BREAKING CHANGE: errors have other pointers');
  commit('test: sizes of suites');
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));

  const notes = execFileSync('npm', ['run', '-s', 'release:notes'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${ROOT}/node_modules/.bin:${process.env['PATH']}` },
  });

  const headings = notes.split('\n').filter((line) => line.startsWith('### '));
  expect(headings).toEqual(['### ⚠ BREAKING CHANGES', '### Features', '### Bug Fixes']);
  expect(notes).toContain('errors have other pointers');
  expect(notes).toContain('deliver again');
  expect(notes).toContain('name the parameter');
  expect(notes).not.toMatch(/NOT BETWEEN|sizes of suites/);
});

function commit(...paragraphs: readonly string[]): void {
  git('commit', '--quiet', '--allow-empty', ...paragraphs.flatMap((text) => ['--message', text]));
}

function git(...args: readonly string[]): void {
  execFileSync('git', [...AUTHOR, ...args], { cwd: folder });
}
