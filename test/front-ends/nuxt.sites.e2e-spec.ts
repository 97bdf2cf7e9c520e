import { describeFrontEnd } from './describe-front-end.js';

describeFrontEnd({
  name: 'nuxt',
  build: ['node_modules/nuxt/bin/nuxt.mjs', 'build'],
  start: ['.output/server/index.mjs'],
  draftPath: '/draft',
  toVariables: ({ url, id, secret, draftSecret }) => ({
    NUXT_CONTENT_SERVICE_URL: url,
    NUXT_CONTENT_SERVICE_CLIENT_ID: id,
    NUXT_CONTENT_SERVICE_CLIENT_SECRET: secret,
    NUXT_DRAFT_SECRET: draftSecret,
  }),
});
