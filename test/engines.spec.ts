import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Package {
  readonly engines?: { readonly node?: string };
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  /** The systems on which npm installs a binary. */
  readonly os?: readonly string[];
}

/** It has no types of its own. */
const require = createRequire(import.meta.url);
const { satisfies } = require('semver') as {
  satisfies: (version: string, range: string) => boolean;
};

const ROOT = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
const range = (JSON.parse(read('package.json')) as Package).engines?.node ?? '';

/** The first and the last of each line of Node.js, and where packages begin to accept it. */
const VERSIONS = [
  ...['18.20.8', '20.18.3', '20.19.0', '20.20.2', '21.7.3', '22.12.0', '22.13.0', '22.99.0', '23.11.1'],
  ...['24.10.0', '24.11.0', '24.99.0', '25.0.0', '25.99.0', '26.0.0', '26.99.0', '27.0.0'],
];

/** What runs in production, with the range of Node.js that it accepts; without the binaries of other systems. */
const production = Object.entries(packages).filter(
  ([path, { dev = false, devOptional = false, link = false, os = ['linux'] }]) =>
    path !== '' && os.includes('linux') && !/^(libs|apps)\//.test(path) && !dev && !devOptional && !link,
);

function findRefusing(version: string): readonly string[] {
  return production
    .filter(([, { engines }]) => engines?.node !== undefined && !satisfies(version, engines.node))
    .map(([path]) => path);
}

describe('The versions of Node.js in package.json', () => {
  it.each(VERSIONS.filter((version) => satisfies(version, range)))(
    'have %s, which every package that runs in production accepts',
    (version) => {
      expect(findRefusing(version)).toEqual([]);
    },
  );

  it.each(VERSIONS.filter((version) => !satisfies(version, range)))(
    'lack %s, which some package refuses',
    (version) => {
      expect(findRefusing(version)).not.toEqual([]);
    },
  );

  it('are those of every library', () => {
    const libraries = Object.entries(packages).filter(([path]) => path.startsWith('libs/'));

    expect(
      libraries
        .filter(([, { engines }]) => engines !== undefined && engines.node !== range)
        .map(([path]) => path),
    ).toEqual([]);
  });

  it('are those that the README names', () => {
    expect(read('README.md')).toContain('Node.js 20 from 20.19, 22 from 22.13, 24 from 24.11, 25 or 26');
    expect(range).toBe('^20.19.0 || ^22.13.0 || >=24.11.0 <27');
  });
});
