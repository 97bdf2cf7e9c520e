import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card, Grid, Group, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ResourceType, toResourceTypes } from '../entries/resource-type.js';
import { IconPlus } from '../icons/icons.js';
import { ButtonLink, PlainLink } from '../layout/links.js';
import { getAllowedItems } from '../layout/navigation.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import * as queries from '../management-api/queries.js';
import type { ContentModel } from '../management-api/resources.js';
import { useHasScope, useSession } from '../session/session-state.js';
import { EntryListCard } from './entry-list-card.js';
import { SiteStatus } from './site-status.js';
import { useDrafts, useGoOn, usePublished } from './use-listed-entries.js';
import { NEW_ID } from '../entries/new-id.js';

/** The start: the latest entries for people who write, the state of the site for administrators. */
export function HomeScreen(): ReactNode {
  const { user } = useSession();
  const isWriter = useHasScope('content:administer');
  return (
    <Screen title={t`Welcome, ${user.displayName ?? user.name}`}>
      {isWriter ? <WriterHome /> : <ScreenCards />}
    </Screen>
  );
}

function WriterHome(): ReactNode {
  const query = useQuery(queries.contentModel);
  const isAdministrator = useHasScope('site_settings:administer');
  return (
    <QueryBoundary query={query}>
      {(model) => (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: isAdministrator ? 8 : 12 }}>
            <LatestEntries model={model} />
          </Grid.Col>
          {isAdministrator && (
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Stack gap="lg">
                <SiteStatus model={model} />
              </Stack>
            </Grid.Col>
          )}
        </Grid>
      )}
    </QueryBoundary>
  );
}

/** Types with a button of their own; others are in the navigation. */
const NEW_BUTTONS = 4;

function LatestEntries({ model }: { readonly model: ContentModel }): ReactNode {
  const own = useGoOn(model);
  const published = usePublished(model);
  const drafts = useDrafts(model);
  const types = toResourceTypes(model)
    .filter(({ entity }) => entity.creatable)
    .sort((one, other) => compareContentFirst(one, other) || other.entries - one.entries)
    .slice(0, NEW_BUTTONS);
  return (
    <Stack gap="lg">
      {types.length > 0 && (
        <Group gap="sm">
          {types.map(({ type, label }) => (
            <ButtonLink
              key={type}
              to="/entries/$type/$id"
              params={{ type, id: NEW_ID }}
              variant="default"
              leftSection={<IconPlus size={16} />}
              aria-label={t`Write a new entry in ${label}`}
            >
              {label}
            </ButtonLink>
          ))}
        </Group>
      )}
      <EntryListCard
        title={t`Continue with`}
        query={own}
        withStatus
        empty={t`The entries that you open and change are listed here.`}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <EntryListCard title={t`Drafts`} query={drafts} empty={t`There are no drafts.`} />
        <EntryListCard
          title={t`Recently published by others`}
          query={published}
          empty={t`Nothing was published by others lately.`}
        />
      </SimpleGrid>
    </Stack>
  );
}

/** Articles before the terms and media that they refer to. */
function compareContentFirst(one: ResourceType, other: ResourceType): number {
  return Number(other.entityType === 'node') - Number(one.entityType === 'node');
}

/** A card for each screen that the user's scopes allow. */
function ScreenCards(): ReactNode {
  const { user, scopes } = useSession();
  const offered = getAllowedItems(scopes).filter(({ to }) => to !== '/');
  if (offered.length === 0)
    return (
      <Text>
        <Trans>
          Your role «{user.role}» has nothing to administer. Ask an administrator for another one.
        </Trans>
      </Text>
    );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
      {offered.map(({ to, label, purpose, icon: Icon }) => (
        <PlainLink key={to} to={to}>
          <Card withBorder h="100%">
            <Group wrap="nowrap" align="flex-start">
              <ThemeIcon variant="light" size={40}>
                <Icon size={22} stroke={1.6} />
              </ThemeIcon>
              <div>
                <Text fw={600}>{label}</Text>
                <Text size="sm" c="dimmed">
                  {purpose}
                </Text>
              </div>
            </Group>
          </Card>
        </PlainLink>
      ))}
    </SimpleGrid>
  );
}
