import { Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../forms/relative-time.js';
import { TextLink } from '../../layout/links.js';
import type { Identifier, Resource } from '../../jsonapi/document.js';
import type { ContentModel, Field } from '../../management-api/resources.js';
import { formatCell } from '../format-cell.js';
import { getTitle } from '../resource-type.js';
import { StatusBadge } from '../status-badge.js';

export interface CellProps {
  readonly field: Field;
  readonly entry: Resource;
  /** The entries of the document, among them the targets of references. */
  readonly included: readonly Resource[];
  readonly model: ContentModel;
}

/** The value of a field in the table of entries. */
export function Cell({ field, entry, included, model }: CellProps): ReactNode {
  if (field.type === 'entity_reference') {
    const linkage = entry.relationships?.[field.name]?.data ?? [];
    const targets = Array.isArray(linkage) ? linkage : [linkage];
    return <TargetLinks targets={targets as readonly Identifier[]} included={included} model={model} />;
  }
  const value = entry.attributes[field.name];
  if (field.name === 'status') return <StatusBadge isPublished={value === true} />;
  if (field.type === 'timestamp' && typeof value === 'string') return <RelativeTime at={value} />;
  return (
    <Text size="sm" lineClamp={2}>
      {formatCell(field, value)}
    </Text>
  );
}

interface TargetLinksProps extends Pick<CellProps, 'included' | 'model'> {
  readonly targets: readonly Identifier[];
}

function TargetLinks({ targets, included, model }: TargetLinksProps): ReactNode {
  return (
    <Group gap={6}>
      {targets.slice(0, 5).map(({ type, id }) => {
        const target = included.find((resource) => resource.id === id);
        return (
          <TextLink key={id} size="sm" to="/entries/$type/$id" params={{ type, id }}>
            {target === undefined ? id : getTitle(target, model)}
          </TextLink>
        );
      })}
      {targets.length > 5 && (
        <Text size="sm">
          <Trans>and {targets.length - 5} more</Trans>
        </Text>
      )}
    </Group>
  );
}
