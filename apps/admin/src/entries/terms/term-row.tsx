import { t } from '@lingui/core/macro';
import { ActionIcon, Badge, Box, Group, Text } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { RowMenu } from '../../forms/row-menu.js';
import { IconChevronDown, IconChevronRight } from '../../icons/icons.js';
import { TextLink } from '../../layout/links.js';
import { MoveItems, type TreeActions, TreeLevel, TreeRow } from '../../trees/tree-row.js';
import { StatusBadge } from '../status-badge.js';
import type { TermRow as Row } from './term-rows.js';
import type { Term } from './term.js';

/** What the controls of a row do; the same functions for every row, so that rows without changes are not rendered again. */
export interface TermActions extends TreeActions {
  readonly toggle: (id: string) => void;
}

interface TermRowProps extends Omit<Row, 'kind' | 'term' | 'parent'> {
  readonly type: string;
  readonly term: Term;
  readonly canMove: boolean;
  readonly actions: TermActions;
}

/** A term, indented by its level, with a button that shows or hides those below it. */
export const TermRow = memo(function TermRow({
  id,
  level,
  isOpen,
  canOpen,
  isCircle,
  type,
  term: { id: termId, title, parents, isPublished },
  canMove,
  actions,
}: TermRowProps): ReactNode {
  return (
    <TreeRow
      tree="terms"
      id={id}
      level={level}
      title={title}
      hasItems={isOpen}
      canHaveItems={!isCircle}
      canMove={canMove}
      actions={actions}
    >
      {canOpen ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t`Terms below ${title}`}
          aria-expanded={isOpen}
          onClick={() => {
            actions.toggle(id);
          }}
        >
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        </ActionIcon>
      ) : (
        <Box w={28} flex="none" />
      )}
      <Group flex={1} miw={0} gap="xs">
        <TextLink
          to="/entries/$type/$id"
          params={{ type, id: termId }}
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          {title}
        </TextLink>
        <TreeLevel level={level} />
        {!isPublished && <StatusBadge isPublished={false} />}
        {parents.length > 1 && <Badge variant="default" tt="none">{t`below ${parents.length} terms`}</Badge>}
        {isCircle && (
          <Text size="xs" c="dimmed">{t`It is below itself: correct one of the terms above it.`}</Text>
        )}
      </Group>
      {canMove && (
        <RowMenu label={t`Actions for ${title}`}>
          <MoveItems
            inLabel={t`Move below the term before it`}
            onMove={(direction) => {
              actions.move(id, direction);
            }}
          />
        </RowMenu>
      )}
    </TreeRow>
  );
});
