import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = join(dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css'))), 'styles');

/** The classes of Mantine's components, which are hashes. */
const CLASSES = /\bm_[0-9a-f]{6,8}\b/g;

/**
 * A Vite plugin that fails a build in which a component of Mantine has no style: `src/mantine-styles.ts` imports those of the used
 * components alone.
 *
 * @returns {import('vite').Plugin}
 */
export function checkMantineStyles() {
  return {
    name: 'check-mantine-styles',
    apply: 'build',
    writeBundle(_, bundle) {
      const files = Object.values(bundle);
      const used = findClasses(files.map((file) => (file.type === 'chunk' ? file.code : '')));
      const styled = findClasses(
        files.map((file) =>
          file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : '',
        ),
      );
      const missing = readdirSync(FOLDER)
        .filter((name) => name.endsWith('.css') && !name.endsWith('.layer.css'))
        .filter((name) =>
          [...findClasses([readFileSync(join(FOLDER, name), 'utf8')])].some(
            (styleClass) => used.has(styleClass) && !styled.has(styleClass),
          ),
        );
      if (missing.length > 0)
        this.error(
          `src/mantine-styles.ts lacks the styles of components that are used: ${missing.join(', ')}.`,
        );
    },
  };
}

function findClasses(texts) {
  return new Set(texts.flatMap((text) => text.match(CLASSES) ?? []));
}
