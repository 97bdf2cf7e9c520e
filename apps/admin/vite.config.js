import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { limitFirstScreen } from './first-screen.js';

/** Paths that the development server forwards to a running service (`CONTENT_SERVICE`, by default on port 3000). */
const SERVICE_PATHS = ['/api', '/manage', '/session', '/user', '/oauth', '/docs', '/openapi.json'];

export default defineConfig(({ command }) => ({
  // A build refers to its files relative to `<base>`, which the service sets to its own path.
  base: command === 'build' ? './' : '/admin/',
  // A placeholder: the service replaces it by a new nonce in every response (apps/content-service/src/admin/admin-page.ts).
  html: { cspNonce: 'CSP_NONCE' },
  plugins: [react(), limitFirstScreen({ kilobytes: 300 })],
  build: { target: 'es2023', chunkSizeWarningLimit: 700, reportCompressedSize: false },
  server: {
    proxy: Object.fromEntries(
      SERVICE_PATHS.map((path) => [path, process.env.CONTENT_SERVICE ?? 'http://127.0.0.1:3000']),
    ),
  },
}));
