import node from '@astrojs/node';
import { defineConfig, envField } from 'astro/config';

const secret = envField.string({ context: 'server', access: 'secret' });

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  env: {
    schema: {
      CONTENT_SERVICE_URL: secret,
      CONTENT_SERVICE_CLIENT_ID: secret,
      CONTENT_SERVICE_CLIENT_SECRET: secret,
      DRAFT_SECRET: secret,
    },
  },
});
