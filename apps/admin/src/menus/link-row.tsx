import { t } from '@lingui/core/macro';
import { Badge, Box, Group, Menu, Switch, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type DragEvent, memo, type ReactNode, useRef } from 'react';
import type { Target } from '../entries/references/use-targets.js';
import { DragHandle, usePositionedDropTarget } from '../forms/drag-handle.js';
import { changeAndFocusRow } from '../forms/focus-rows.js';
import { RowMenu } from '../forms/row-menu.js';
import { TextLink } from '../layout/links.js';
import { formatTarget, parseEntryUri } from './link-target.js';
import type { HiddenBecause } from './link-visibility.js';
import { getUri, type MenuLink } from './menu-link.js';
import { canHaveLinks, type DropPosition, type Moves, type Place } from './menu-tree.js';

/** What the controls of a row do; the same functions for every row, so that rows without changes are not rendered again. */
export interface LinkActions {
  readonly move: (id: string, direction: keyof Moves) => void;
  readonly drop: (id: string, target: string, position: DropPosition) => void;
  readonly set: (id: string, link: MenuLink) => void;
  readonly remove: (id: string) => void;
  readonly edit: (id: string) => void;
  /** Opens the dialog of a new link below this one. */
  readonly add: (id: string) => void;
}

interface LinkRowProps extends Place {
  readonly link: MenuLink;
  /** Whether there are links below it. */
  readonly hasLinks: boolean;
  /** The entry that it leads to; `null` for one that does not exist, `undefined` while it is looked up and for other targets. */
  readonly target: Target | null | undefined;
  readonly hidden: HiddenBecause | undefined;
  /** Whether the menu is shown whole, so that its order can be changed. */
  readonly canMove: boolean;
  readonly actions: LinkActions;
}

/** The name of the list whose handles can be dropped on a row. */
const LIST = 'menu';

/** A link of a menu, indented by its level. */
export const LinkRow = memo(function LinkRow(props: LinkRowProps): ReactNode {
  const { id, level, link, hasLinks, target, hidden, canMove, actions } = props;
  const { title, enabled, description } = link;
  const row = useRef<HTMLLIElement>(null);
  const dropTarget = usePositionedDropTarget<DropPosition>(
    LIST,
    canMove
      ? (dragged, position) => {
          actions.drop(dragged, id, position);
        }
      : undefined,
    (event) => findPosition(event, hasLinks, canHaveLinks({ id, level })),
  );
  const move = (direction: keyof Moves) => () => {
    actions.move(id, direction);
  };
  return (
    <Box component="li" ref={row} className="menu-link" style={{ '--level': level }} {...dropTarget}>
      {canMove && (
        <DragHandle
          list={LIST}
          value={id}
          label={title}
          order={{ onUp: move('up'), onDown: move('down') }}
          levels={{ onOut: move('out'), onIn: move('in') }}
          visibleFrom="sm"
        />
      )}
      <Box flex={1} miw={0}>
        <Group gap="xs">
          <UnstyledButton
            className="menu-link-title"
            c={hidden === undefined ? undefined : 'dimmed'}
            onClick={() => {
              actions.edit(id);
            }}
          >
            {title}
          </UnstyledButton>
          <VisuallyHidden>{t`Level ${level + 1}`}</VisuallyHidden>
          <HiddenBadge hidden={hidden} />
        </Group>
        <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
          <TargetText uri={getUri(link)} target={target} />
          {description !== null && ` – ${description}`}
        </Text>
      </Box>
      <Switch
        aria-label={t`Show ${title}`}
        checked={enabled}
        onChange={({ currentTarget }) => {
          actions.set(id, { ...link, enabled: currentTarget.checked });
        }}
      />
      <RowMenu label={t`Actions for ${title}`}>
        <Menu.Item
          onClick={() => {
            actions.edit(id);
          }}
        >
          {t`Edit`}
        </Menu.Item>
        {canMove && (
          <>
            <Menu.Item
              disabled={!canHaveLinks({ id, level })}
              onClick={() => {
                actions.add(id);
              }}
            >
              {t`Add a link below it`}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={move('up')}>{t`Move up`}</Menu.Item>
            <Menu.Item onClick={move('down')}>{t`Move down`}</Menu.Item>
            <Menu.Item onClick={move('in')}>{t`Move below the link before it`}</Menu.Item>
            <Menu.Item onClick={move('out')}>{t`Move one level up`}</Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          onClick={() => {
            const remove = (): void => {
              actions.remove(id);
            };
            if (row.current !== null)
              changeAndFocusRow(row.current, remove, (index) => index, ['[aria-haspopup=menu]']);
          }}
        >
          {t`Remove`}
        </Menu.Item>
      </RowMenu>
    </Box>
  );
});

/** Above the middle of a row is before its link; below it is behind it, or among the links below it. */
function findPosition(
  { currentTarget, clientY }: DragEvent<HTMLElement>,
  hasLinks: boolean,
  canHave: boolean,
): DropPosition {
  const { top, height } = currentTarget.getBoundingClientRect();
  const part = (clientY - top) / height;
  if (hasLinks) return part < 0.5 ? 'before' : 'inside';
  if (!canHave) return part < 0.5 ? 'before' : 'after';
  if (part < 0.3) return 'before';
  return part > 0.7 ? 'after' : 'inside';
}

function TargetText({ uri, target }: { readonly uri: string } & Pick<LinkRowProps, 'target'>): ReactNode {
  if (target === null) return t`an entry that does not exist any more`;
  if (target === undefined) return parseEntryUri(uri) === undefined ? formatTarget(uri) : ' ';
  return (
    <TextLink
      to="/entries/$type/$id"
      params={{ type: target.type, id: target.id }}
      size="xs"
      c="inherit"
      lh="24px"
      display="inline-block"
    >
      {target.title}
    </TextLink>
  );
}

const HIDDEN: Readonly<Record<Exclude<HiddenBecause, 'off'>, string>> = {
  unpublished: t`hidden: not published`,
  gone: t`hidden: its target is gone`,
  above: t`hidden with the link above it`,
};

/** Why readers do not see a link, unless its switch says it. */
function HiddenBadge({ hidden }: Pick<LinkRowProps, 'hidden'>): ReactNode {
  if (hidden === undefined || hidden === 'off') return null;
  return (
    <Badge variant="dot" color={hidden === 'above' ? 'gray.6' : 'yellow'} c="inherit" tt="none">
      {HIDDEN[hidden]}
    </Badge>
  );
}
