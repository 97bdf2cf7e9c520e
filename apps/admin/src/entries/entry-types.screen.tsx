import { i18n } from '#i18n';
import { plural, t } from '@lingui/core/macro';
import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryBoundary } from '../layout/query-boundary.js';
import { PlainLink } from '../layout/links.js';
import { Screen } from '../layout/screen.js';
import * as queries from '../management-api/queries.js';
import { type ResourceType, toResourceTypes } from './resource-type.js';

/** The resource types that can be written, by entity type, with the number of entries of each. */
export function EntryTypesScreen(): ReactNode {
  const query = useQuery(queries.contentModel);
  return (
    <Screen title={t`Entries`} description={t`Choose what kind of entries to see.`}>
      <QueryBoundary query={query}>
        {(model) => {
          const types = toResourceTypes(model);
          // Users and files cannot be edited as entries; users have a screen of their own.
          const editable = model.entityTypes.filter(({ writable }) => writable);
          return editable.map(({ name, label }) => (
            <EntityTypeSection
              key={name}
              label={label}
              types={types.filter(({ entityType }) => entityType === name)}
            />
          ));
        }}
      </QueryBoundary>
    </Screen>
  );
}

function EntityTypeSection({
  label,
  types,
}: {
  readonly label: string;
  readonly types: readonly ResourceType[];
}): ReactNode {
  if (types.length === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {label}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
        {types.map(({ type, label: name, description, entries }) => (
          <PlainLink key={type} to="/entries/$type" params={{ type }}>
            <Card withBorder h="100%">
              <Group justify="space-between" wrap="nowrap">
                <Text fw={600}>{name}</Text>
                <Badge
                  variant="default"
                  flex="none"
                  aria-label={plural(entries, { one: '# entry', other: '# entries' })}
                >
                  {i18n.number(entries)}
                </Badge>
              </Group>
              {description !== null && (
                <Text size="sm" c="dimmed">
                  {description}
                </Text>
              )}
            </Card>
          </PlainLink>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
