import { describeFrontEnd } from './describe-front-end.js';

describeFrontEnd({
  name: 'astro',
  build: ['node_modules/astro/astro.js', 'build'],
  start: ['dist/server/entry.mjs'],
  draftPath: '/draft',
  toVariables: ({ url, id, secret, draftSecret }) => ({
    CONTENT_SERVICE_URL: url,
    CONTENT_SERVICE_CLIENT_ID: id,
    CONTENT_SERVICE_CLIENT_SECRET: secret,
    DRAFT_SECRET: draftSecret,
  }),
});
