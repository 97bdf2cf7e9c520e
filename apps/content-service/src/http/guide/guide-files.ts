import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { ROOT } from '../../platform/files/package-files.js';
import type { TextName } from '../../platform/texts/format-text.js';

const RUNBOOKS = 'docs/runbooks';
const IMAGES = 'docs/images';

/** A part of the list of pages. */
export interface GuideSection {
  /** Name of the text of its title. */
  readonly name: TextName;
  /** Files below the root. */
  readonly files: readonly string[];
}

/** All pages, in the order of their list. */
export const GUIDE_SECTIONS: readonly GuideSection[] = [
  {
    name: 'guide.use',
    files: [
      'README.md',
      'docs/features.md',
      'docs/editing.md',
      'docs/websites.md',
      'docs/front-ends.md',
      'docs/files.md',
      'docs/full-text-search.md',
      'docs/migrating-from-drupal.md',
      'docs/scheduling.md',
      'docs/history.md',
      'docs/texts.md',
      'docs/drafts-and-preview.md',
      'docs/events.md',
      'docs/webhooks.md',
      'docs/edge-caching.md',
      'docs/management-api.md',
      'docs/glossary.md',
    ],
  },
  {
    name: 'guide.operate',
    files: [
      'deploy/README.md',
      'docs/operations.md',
      'docs/capacity.md',
      'docs/database-clusters.md',
      'docs/configuration.md',
      'docs/command-line.md',
      'docs/limits.md',
      'docs/metrics.md',
      'docs/upgrading.md',
      'docs/security.md',
    ],
  },
  { name: 'guide.runbooks', files: listFiles(RUNBOOKS, '.md') },
  {
    name: 'guide.extend',
    files: [
      'docs/architecture.md',
      'docs/storage-adapter.md',
      'docs/event-sink-adapter.md',
      'docs/file-store-adapter.md',
    ],
  },
];

/** Pages by their path below `/docs/guide/`: `runbooks/memory` → `docs/runbooks/memory.md`. */
export const GUIDE_PAGES: ReadonlyMap<string, string> = new Map(
  GUIDE_SECTIONS.flatMap(({ files }) => files).map((file) => [toPagePath(file), file]),
);

/** Images by their path below `/docs/guide/`. */
export const GUIDE_IMAGES: ReadonlyMap<string, string> = new Map(
  ['.png', '.svg']
    .flatMap((ending) => listFiles(IMAGES, ending))
    .map((file) => [file.slice('docs/'.length), file]),
);

/** `docs/events.md` → `events`, `README.md` → `readme`, `deploy/README.md` → `deploy`. */
function toPagePath(file: string): string {
  if (file === 'README.md') return 'readme';
  return file.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '');
}

/**
 * Where a relative link of a page leads.
 *
 * @param file the page that has the link
 * @param target the link without its fragment
 * @returns the path below `/docs/guide/`; `undefined` for files that are not served, such as source code
 */
export function findLinkedPath(file: string, target: string): string | undefined {
  const linked = posix.join(posix.dirname(file), target);
  const served = [...GUIDE_PAGES, ...GUIDE_IMAGES];
  return served.find(([, other]) => other === linked)?.[0];
}

/** Files of a folder by name; none without the folder: a deployment without documentation starts as well. */
function listFiles(folder: string, ending: string): readonly string[] {
  if (!existsSync(ROOT + folder)) return [];
  return readdirSync(ROOT + folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}/${name}`);
}
