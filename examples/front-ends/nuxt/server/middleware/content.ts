import { createContent } from '../utils/content.js';
import { seesDrafts } from '../utils/draft.js';

type Content = ReturnType<typeof createContent>;

declare module 'h3' {
  interface H3EventContext {
    content: Content;
  }
}

let sources: { readonly published: Content; readonly drafts: Content } | undefined;

/** Gives requests their content: drafts as well for a browser that has opened the link to a draft. */
export default defineEventHandler((event) => {
  const { contentServiceUrl: url, contentServiceClientId: clientId, ...secrets } = useRuntimeConfig(event);
  const client = { url, clientId, clientSecret: secrets.contentServiceClientSecret };
  sources ??= {
    published: createContent(client),
    drafts: createContent({ ...client, scope: 'content:administer' }),
  };
  const isDraft = seesDrafts(getHeader(event, 'Cookie'), secrets.draftSecret);
  event.context.content = isDraft ? sources.drafts : sources.published;
  if (isDraft) setHeader(event, 'Cache-Control', 'no-store');
});
