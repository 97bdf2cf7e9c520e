import type { GetServerSideProps } from 'next';
import {
  type DrupalMenuItem,
  type DrupalNode,
  type DrupalTranslatedPath,
  JsonApiErrors,
  type NextDrupal,
} from 'next-drupal';
import { Layout } from '../components/layout';
import { Picture } from '../components/picture';
import { getDrupal } from '../lib/drupal';

/** What is read together with an entry, by its type. */
const INCLUDES: Readonly<Record<string, string>> = {
  'node--article': 'field_image.field_media_image',
  'node--page': 'field_image.field_media_image',
};

interface Properties {
  readonly menu: DrupalMenuItem[];
  readonly node: DrupalNode;
}

export const getServerSideProps: GetServerSideProps<Properties> = async ({ draftMode, params }) => {
  const drupal = getDrupal({ draftMode });
  const path = await translatePath(drupal, `/${[params?.['slug'] ?? []].flat().join('/')}`);
  if (path === null) return { notFound: true };
  const [first] = path.redirect ?? [];
  if (first !== undefined) {
    const destination = encode(path.redirect?.at(-1)?.to ?? '/');
    return { redirect: { destination, statusCode: Number(first.status) as 301 } };
  }
  const type = `${path.entity.type}--${path.entity.bundle}`;
  const [{ tree = [] }, node] = await Promise.all([
    drupal.getMenu('main'),
    drupal.getResource<DrupalNode>(type, path.entity.uuid, { params: { include: INCLUDES[type] ?? '' } }),
  ]);
  return { props: { menu: tree, node } };
};

/** A path or URL in the characters of headers: `/café` → `/caf%C3%A9`. */
function encode(location: string): string {
  const { origin, href } = new URL(location, 'http://site');
  return origin === 'http://site' ? href.slice(origin.length) : href;
}

/** @returns `null` for a path that leads nowhere, or to an entry that is not published */
async function translatePath(drupal: NextDrupal, path: string): Promise<DrupalTranslatedPath | null> {
  try {
    return await drupal.translatePath(path);
  } catch (error) {
    if (error instanceof JsonApiErrors && error.statusCode === 403) return null;
    throw error;
  }
}

export default function Page({ menu, node }: Properties) {
  const file = node['field_image']?.field_media_image;
  return (
    <Layout title={node.title} menu={menu}>
      {file && <Picture file={file} />}
      <div dangerouslySetInnerHTML={{ __html: node['body']?.processed ?? '' }} />
    </Layout>
  );
}
