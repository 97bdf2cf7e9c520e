import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { limitFirstScreen } from './first-screen.js';

/** What the administration talks to; `npm run dev -w @content-service/admin` finds it in a service on this machine. */
const SERVICE = ['/api', '/manage', '/session', '/user', '/oauth', '/docs', '/openapi.json'];

export default defineConfig(({ command }) => ({
  // Relative to `<base>` in index.html, which the service sets to its own path.
  base: command === 'build' ? './' : '/admin/',
  // The service writes a new one into every answer (apps/content-service/src/admin/admin-page.ts).
  html: { cspNonce: 'CSP_NONCE' },
  plugins: [react(), limitFirstScreen({ kilobytes: 300 })],
  build: { target: 'es2023', chunkSizeWarningLimit: 700, reportCompressedSize: false },
  server: {
    proxy: Object.fromEntries(
      SERVICE.map((path) => [path, process.env.CONTENT_SERVICE ?? 'http://127.0.0.1:3000']),
    ),
  },
}));
