import { t } from '@lingui/core/macro';
import { List, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUses } from '../entries/references/use-uses.js';
import { getTitle } from '../entries/resource-type.js';
import type { Identifier } from '../jsonapi/document.js';
import { TextLink } from '../layout/links.js';
import type { ContentModel } from '../management-api/resources.js';

interface UsedInProps {
  readonly entry: Identifier;
  readonly model: ContentModel;
}

/** The entries that link an entry, by type and field. */
export function UsedIn({ entry: { type, id }, model }: UsedInProps): ReactNode {
  const { data: uses } = useUses(type, [id], model);
  if (uses === undefined) return null;
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {t`Used in`}
      </Title>
      {uses.length === 0 && <Text size="sm" c="dimmed">{t`No entry links to it.`}</Text>}
      {uses.map(({ label, entries, count }) => (
        <div key={label}>
          <Text size="sm" c="dimmed">
            {label} ({count})
          </Text>
          <List size="sm">
            {entries.map((entry) => (
              <List.Item key={entry.id}>
                <TextLink to="/entries/$type/$id" params={{ type: entry.type, id: entry.id }} size="sm">
                  {getTitle(entry, model)}
                </TextLink>
              </List.Item>
            ))}
          </List>
        </div>
      ))}
    </section>
  );
}
