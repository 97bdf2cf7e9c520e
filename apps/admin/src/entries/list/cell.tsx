import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Moment } from '../../forms/moment.js';
import { TextLink } from '../../frame/links.js';
import type { Identifier, Resource } from '../../jsonapi/document.js';
import type { ContentModel, Field } from '../../manage/shapes.js';
import { cellText } from '../cell-text.js';
import { titleOf } from '../title-of.js';

interface CellProps {
  readonly field: Field;
  readonly entry: Resource;
  readonly included: readonly Resource[];
  readonly model: ContentModel;
}

/** What an entry has in a field, in a table. */
export function Cell({ field, entry, included, model }: CellProps): ReactNode {
  if (field.type === 'entity_reference') {
    const linkage = entry.relationships?.[field.name]?.data ?? [];
    const targets = Array.isArray(linkage) ? linkage : [linkage];
    return <Targets targets={targets as readonly Identifier[]} included={included} model={model} />;
  }
  const value = entry.attributes[field.name];
  if (field.name === 'status')
    return value === true ? (
      <Badge variant="dot" color="green" c="inherit">
        published
      </Badge>
    ) : (
      <Badge variant="dot" color="gray" c="inherit">
        unpublished
      </Badge>
    );
  if (field.type === 'timestamp' && typeof value === 'string') return <Moment at={value} />;
  return (
    <Text size="sm" lineClamp={2}>
      {cellText(field, value)}
    </Text>
  );
}

interface TargetsProps extends Pick<CellProps, 'included' | 'model'> {
  readonly targets: readonly Identifier[];
}

function Targets({ targets, included, model }: TargetsProps): ReactNode {
  return (
    <Group gap={6}>
      {targets.slice(0, 5).map(({ type, id }) => {
        const target = included.find((one) => one.id === id);
        return (
          <TextLink key={id} size="sm" to="/entries/$type/$id" params={{ type, id }}>
            {target === undefined ? id : titleOf(target, model)}
          </TextLink>
        );
      })}
      {targets.length > 5 && <Text size="sm">and {targets.length - 5} more</Text>}
    </Group>
  );
}
