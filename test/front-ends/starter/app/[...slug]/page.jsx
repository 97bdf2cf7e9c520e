import { draftMode } from 'next/headers';
import { notFound } from 'next/navigation';
import { getDraftData } from 'next-drupal/draft';
import { drupal } from '../../lib/drupal.js';

// As the page of starters/basic-starter of next-drupal reads an entry.
async function getNode(slug) {
  const path = `/${slug.join('/')}`;
  const params = {};
  const draftData = await getDraftData();
  if (draftData.path === path) params.resourceVersion = draftData.resourceVersion;
  const translatedPath = await drupal.translatePath(path);
  if (!translatedPath) throw new Error('Resource not found');
  return drupal.getResource(translatedPath.jsonapi.resourceName, translatedPath.entity.uuid, {
    params,
    cache: 'force-cache',
    next: { revalidate: 3600 },
  });
}

export default async function NodePage({ params }) {
  const { slug } = await params;
  const { isEnabled } = await draftMode();
  let node;
  try {
    node = await getNode(slug);
  } catch {
    notFound();
  }
  if (!isEnabled && node.status === false) notFound();
  return <h1>{node.title}</h1>;
}
