import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ResourceType, toResourceTypes } from '../entries/resource-type.js';
import { IconPlus } from '../icons/icons.js';
import * as queries from '../management-api/queries.js';
import { IconLink, NavigationLink } from './links.js';
import { NEW_ID } from '../entries/new-id.js';

interface TypeLinksProps {
  readonly path: string;
  readonly onNavigate: () => void;
}

/** The resource types that can be written, by entity type, each with its number of entries and a link to a new one. */
export function TypeLinks({ path, onNavigate }: TypeLinksProps): ReactNode {
  const { data: model } = useQuery(queries.contentModel);
  if (model === undefined) return null;
  const types = toResourceTypes(model);
  return model.entityTypes
    .filter(({ name, writable }) => writable && types.some(({ entityType }) => entityType === name))
    .map(({ name, label }) => (
      <div key={name} role="group" aria-label={label}>
        <GroupLabel>{label}</GroupLabel>
        {types
          .filter(({ entityType }) => entityType === name)
          .map((type) => (
            <TypeLink key={type.type} bundle={type} path={path} onNavigate={onNavigate} />
          ))}
      </div>
    ));
}

interface TypeLinkProps extends TypeLinksProps {
  readonly bundle: ResourceType;
}

function TypeLink({
  bundle: {
    type,
    label,
    entries,
    entity: { creatable },
  },
  path,
  onNavigate,
}: TypeLinkProps): ReactNode {
  return (
    <Group gap={2} wrap="nowrap">
      <NavigationLink
        to="/entries/$type"
        params={{ type }}
        activeOptions={{ includeSearch: false }}
        flex={1}
        miw={0}
        noWrap
        py={6}
        label={label}
        rightSection={
          <Text span size="xs" c="dimmed" inherit={false}>
            {i18n.number(entries)}
            <VisuallyHidden>
              {' '}
              <Plural value={entries} one="entry" other="entries" />
            </VisuallyHidden>
          </Text>
        }
        active={path === `/entries/${type}` || path.startsWith(`/entries/${type}/`)}
        variant="light"
        onClick={onNavigate}
      />
      {creatable && (
        <IconLink
          to="/entries/$type/$id"
          params={{ type, id: NEW_ID }}
          variant="subtle"
          size={28}
          aria-label={t`New entry in ${label}`}
          onClick={onNavigate}
        >
          <IconPlus size={16} />
        </IconLink>
      )}
    </Group>
  );
}

/** The heading of a group of links. */
export function GroupLabel({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Text size="xs" c="dimmed" fw={600} px="sm" pt="xs" pb={2} aria-hidden>
      {children}
    </Text>
  );
}
