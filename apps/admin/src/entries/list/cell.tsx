import { Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../forms/relative-time.js';
import { TextLink } from '../../layout/links.js';
import type { Identifier, Resource } from '../../jsonapi/document.js';
import type { EntrySchedule } from '../../management-api/operations-resources.js';
import type { ContentModel, Field } from '../../management-api/resources.js';
import { isFileField } from '../file-fields.js';
import { FileLinks } from '../files/file-links.js';
import { formatCell } from '../format-cell.js';
import { EntryPicture } from '../pictures/entry-picture.js';
import { findPicture } from '../pictures/find-picture.js';
import { getTitle } from '../resource-type.js';
import { StatusBadge } from '../status-badge.js';
import { isReference } from '../values.js';

export interface CellProps {
  readonly field: Field;
  readonly entry: Resource;
  /** The entries of the document, among them the targets of references. */
  readonly included: readonly Resource[];
  readonly model: ContentModel;
  /** When the entry is published and unpublished. */
  readonly schedules?: readonly EntrySchedule[] | undefined;
}

/** The value of a field in the table of entries. */
export function Cell({ field, entry, included, model, schedules = [] }: CellProps): ReactNode {
  if (isReference(field)) {
    const linkage = entry.relationships?.[field.name]?.data ?? [];
    const targets = Array.isArray(linkage) ? linkage : [linkage];
    const Targets = isFileField(field.type) ? FileLinks : TargetLinks;
    return <Targets targets={targets as readonly Identifier[]} included={included} model={model} />;
  }
  const value = entry.attributes[field.name];
  if (field.name === 'status') return <StatusBadge isPublished={value === true} schedules={schedules} />;
  if (field.type === 'timestamp' && typeof value === 'string')
    return <RelativeTime at={value} isPast={field.name === 'changed'} />;
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
        const picture = type.startsWith('media--') && target && findPicture(target, included, model);
        return (
          <Group key={id} gap={6} wrap="nowrap">
            {typeof picture === 'string' && <EntryPicture type={type} url={picture} size={32} />}
            <TextLink size="sm" to="/entries/$type/$id" params={{ type, id }}>
              {target === undefined ? id : getTitle(target, model)}
            </TextLink>
          </Group>
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
