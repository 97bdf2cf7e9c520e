import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { linguiMacros } from './expand-macros.js';
import { compressFiles } from '../../.config/static-files.js';
import { limitFirstScreen } from './first-screen.js';
import { checkMantineStyles } from './mantine-styles.js';

/** Paths that the development server forwards to a running service (`CONTENT_SERVICE`, by default on port 3000). */
const SERVICE_PATHS = ['/api', '/manage', '/session', '/user', '/oauth', '/docs', '/openapi.json', '/files'];

export default defineConfig(({ command }) => ({
  // A build refers to its files relative to `<base>`, which the service sets to its own path.
  base: command === 'build' ? './' : '/admin/',
  // A placeholder: the service replaces it by a new nonce in every response (apps/content-service/src/http/admin/admin-page.ts).
  html: { cspNonce: 'CSP_NONCE' },
  plugins: [
    linguiMacros(),
    react(),
    lingui({ cwd: import.meta.dirname }),
    limitFirstScreen({ kilobytes: 300 }),
    checkMantineStyles(),
    {
      name: 'compress-assets',
      apply: 'build',
      closeBundle() {
        compressFiles(fileURLToPath(new URL('dist/assets', import.meta.url)));
      },
    },
  ],
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    // The styles of the text editor are a few kilobytes: not worth a request of their own.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The modules that `main.tsx` imports statically, which the await of `locales/i18n.ts` would divide into many chunks.
            { name: 'first-screen', tags: ['$initial'], priority: 3 },
            // One request instead of one for each module that several screens import.
            { name: 'screens', minShareCount: 6, priority: 2 },
            // What fewer share, as lists, media and forms of entries do: apart, since the list of media does not need the form of an entry.
            {
              name: 'shared',
              test: /\/admin\/src\/(forms\/(?!csv-export-button)|media|uploads|entries\/(pictures|files|values|file-fields|read-only-notice|widgets\/widget\.|references\/use-uses))/,
              minShareCount: 2,
              priority: 1,
            },
            // With the drawers of history and API, which are apart from the first screen, and the export of lists, which media do not have.
            {
              name: 'editor',
              test: /\/admin\/src\/(entries|menus|trees|schedules|forms\/csv-export-button)|\/layout\/screen-actions|\/components\/Drawer\//,
              minShareCount: 2,
            },
            // Small modules that few screens share, which would be files of a few hundred bytes.
            {
              name: 'small',
              test: /\/admin\/src\/(content-model|jobs)\//,
              minShareCount: 2,
              maxModuleSize: 2_500,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      SERVICE_PATHS.map((path) => [path, process.env.CONTENT_SERVICE ?? 'http://127.0.0.1:3000']),
    ),
  },
}));
