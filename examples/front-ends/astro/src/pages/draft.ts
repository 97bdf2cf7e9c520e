import type { APIRoute } from 'astro';
import { DRAFT_SECRET } from 'astro:env/server';
import { createDraftCookie, verifyDraftLink } from '../lib/draft.js';

export const GET: APIRoute = ({ url }) => {
  const path = verifyDraftLink(url.searchParams, DRAFT_SECRET);
  if (path === undefined) return new Response('This link is not valid.', { status: 403 });
  const headers = { Location: encodeURI(path), 'Set-Cookie': createDraftCookie(DRAFT_SECRET) };
  return new Response(null, { status: 307, headers });
};
