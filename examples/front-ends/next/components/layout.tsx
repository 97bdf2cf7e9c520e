import type { DrupalMenuItem } from 'next-drupal';
import Head from 'next/head';
import type { ReactNode } from 'react';

interface Properties {
  readonly title: string;
  readonly menu: readonly DrupalMenuItem[];
  readonly children: ReactNode;
}

export function Layout({ title, menu, children }: Properties) {
  return (
    <>
      <Head>
        <title>{title}</title>
      </Head>
      <header>
        <nav>
          <MenuLinks links={menu} />
        </nav>
      </header>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </>
  );
}

function MenuLinks({ links }: { readonly links: readonly DrupalMenuItem[] }) {
  return (
    <ul>
      {links.map(({ id, title, url, items }) => (
        <li key={id}>
          {url === '' ? title : <a href={url}>{title}</a>}
          {items !== undefined && items.length > 0 && <MenuLinks links={items} />}
        </li>
      ))}
    </ul>
  );
}
