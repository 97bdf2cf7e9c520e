import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { linguiMacros } from './expand-macros.js';
import { limitFirstScreen } from './first-screen.js';

/** Paths that the development server forwards to a running service (`CONTENT_SERVICE`, by default on port 3000). */
const SERVICE_PATHS = ['/api', '/manage', '/session', '/user', '/oauth', '/docs', '/openapi.json'];

export default defineConfig(({ command }) => ({
  // A build refers to its files relative to `<base>`, which the service sets to its own path.
  base: command === 'build' ? './' : '/admin/',
  // A placeholder: the service replaces it by a new nonce in every response (apps/content-service/src/admin/admin-page.ts).
  html: { cspNonce: 'CSP_NONCE' },
  plugins: [
    linguiMacros(),
    react(),
    lingui({ cwd: import.meta.dirname }),
    limitFirstScreen({ kilobytes: 300 }),
  ],
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    // The modules that `main.tsx` imports statically, which the await of `locales/i18n.ts` would divide into many chunks.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first-screen', tags: ['$initial'] }] } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      SERVICE_PATHS.map((path) => [path, process.env.CONTENT_SERVICE ?? 'http://127.0.0.1:3000']),
    ),
  },
}));
