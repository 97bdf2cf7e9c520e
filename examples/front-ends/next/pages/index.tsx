import type { GetServerSideProps } from 'next';
import type { DrupalMenuItem, DrupalNode, JsonApiResponse } from 'next-drupal';
import { Layout } from '../components/layout';
import { getDrupal } from '../lib/drupal';

const SIZE = 10;

interface Properties {
  readonly menu: DrupalMenuItem[];
  readonly articles: DrupalNode[];
  readonly next: number | null;
}

export const getServerSideProps: GetServerSideProps<Properties> = async ({ draftMode, query }) => {
  const drupal = getDrupal({ draftMode });
  const page = /^[1-9]\d{0,3}$/.test(String(query['page'])) ? Number(query['page']) : 1;
  const [{ tree = [] }, response] = await Promise.all([
    drupal.getMenu('main'),
    drupal.getResourceCollection<JsonApiResponse>('node--article', {
      deserialize: false,
      params: {
        sort: '-created',
        'fields[node--article]': 'title,path,field_summary',
        'page[limit]': SIZE,
        'page[offset]': (page - 1) * SIZE,
      },
    }),
  ]);
  const articles = drupal.deserialize(response) as DrupalNode[];
  return { props: { menu: tree, articles, next: response.links?.['next'] === undefined ? null : page + 1 } };
};

export default function Stories({ menu, articles, next }: Properties) {
  return (
    <Layout title="Stories" menu={menu}>
      <ol>
        {articles.map(({ id, title, path, field_summary: summary }) => (
          <li key={id}>
            <a href={path?.alias ?? `/node/${id}`}>{title}</a> {summary}
          </li>
        ))}
      </ol>
      {next !== null && (
        <a rel="next" href={`/?page=${next}`}>
          Older stories
        </a>
      )}
    </Layout>
  );
}
