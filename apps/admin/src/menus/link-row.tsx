import { t } from '@lingui/core/macro';
import { Badge, Box, Group, Menu, Switch, Text, UnstyledButton } from '@mantine/core';
import { memo, type ReactNode, useRef } from 'react';
import type { Target } from '../entries/references/use-targets.js';
import { changeAndFocusRow } from '../forms/focus-rows.js';
import { RowMenu } from '../forms/row-menu.js';
import { TextLink } from '../layout/links.js';
import { formatTarget, parseEntryUri } from './link-target.js';
import type { HiddenBecause } from './link-visibility.js';
import { getUri, type MenuLink } from './menu-link.js';
import type { Place } from '../trees/tree.js';
import { MoveItems, type TreeActions, TreeLevel, TreeRow } from '../trees/tree-row.js';
import { canHaveLinks } from './menu-tree.js';

/** What the controls of a row do; the same functions for every row, so that rows without changes are not rendered again. */
export interface LinkActions extends TreeActions {
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

/** A link of a menu, indented by its level. */
export const LinkRow = memo(function LinkRow(props: LinkRowProps): ReactNode {
  const { id, level, link, hasLinks, target, hidden, canMove, actions } = props;
  const { title, enabled, description } = link;
  const row = useRef<HTMLLIElement>(null);
  return (
    <TreeRow
      ref={row}
      tree="menu"
      id={id}
      level={level}
      title={title}
      hasItems={hasLinks}
      canHaveItems={canHaveLinks({ id, level })}
      canMove={canMove}
      actions={actions}
    >
      <Box flex={1} miw={0}>
        <Group gap="xs">
          <UnstyledButton
            className="tree-title"
            c={hidden === undefined ? undefined : 'dimmed'}
            onClick={() => {
              actions.edit(id);
            }}
          >
            {title}
          </UnstyledButton>
          <TreeLevel level={level} />
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
            <MoveItems
              inLabel={t`Move below the link before it`}
              onMove={(direction) => {
                actions.move(id, direction);
              }}
            />
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
    </TreeRow>
  );
});

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
