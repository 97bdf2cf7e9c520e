import { t } from '@lingui/core/macro';
import { Box, Button, Card, EmptyState, Group, Loader, Text, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Form } from '../../forms/form.js';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { IconListTree } from '../../icons/icons.js';
import { formatPlace, TreeSaveBar, TreeSaveFailure } from '../../trees/tree-save-bar.js';
import type { ResourceType } from '../resource-type.js';
import { findDrop, findStep, type RowMove } from './find-move.js';
import { CircleNotice } from './circle-notice.js';
import { moveOpen, type RestRow, type TermRow as Row, toRows } from './term-rows.js';
import { type TermActions, TermRow } from './term-row.js';
import { FIRST_LEVEL } from './term.js';
import { useCanMoveTerms } from './use-can-move-terms.js';
import { formatConflict, type TermDraft, useTermDraft } from './use-term-draft.js';
import { type TermLevels, useTermLevels } from './use-term-levels.js';

const TEXTS = {
  conflict: t`Others have changed these terms meanwhile`,
  refused: t`The terms were not saved`,
  changed: (titles: string) => t`Changed or removed terms: ${titles}.`,
  changedUnknown: t`A term was changed or removed by another user.`,
};

interface TermTreeProps {
  readonly resourceType: ResourceType;
  /** Whether search parameters of the screen show the tree. */
  readonly isShownBy: (search: object) => boolean;
}

/** The terms of a vocabulary as a tree, whose moves are saved together; each level is read when it is opened. */
export function TermTree({ resourceType, isShownBy }: TermTreeProps): ReactNode {
  const { type, entries } = resourceType;
  const read = useTermLevels(type);
  const draft = useTermDraft(type, read);
  const canMove = useCanMoveTerms(resourceType);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState<string>();
  const { levels } = draft;
  const { leaves, failed, terms } = read;
  const rows = useMemo(() => toRows(levels, { open, leaves, failed }), [levels, open, leaves, failed]);
  const { list, focusLater } = useFocusLater();
  const actions = useStableActions({
    find: (id) => rows.filter(isTermRow).find((row) => row.id === id),
    rows: rows.filter(isTermRow),
    onToggle: ({ id, term, isOpen }) => {
      read.show(term);
      setOpen((before) => new Set(isOpen ? [...before].filter((one) => one !== id) : [...before, id]));
    },
    onMove: ({ move, from, to, above }, withFocus) => {
      const others = draft.getParents(move.id).filter((parent) => parent !== move.from);
      if (move.to === FIRST_LEVEL && others.length > 0) {
        const title = terms.get(move.id)?.title ?? '';
        const message = t`«${title}» is below another term, too: at the first level it would be below none.`;
        notifications.show({ title: t`This did not work`, message, color: 'red' });
        return;
      }
      const conflicting = draft.findConflicts(move);
      if (conflicting.length > 0) {
        notifications.show({
          title: t`This did not work`,
          message: formatConflict(conflicting),
          color: 'red',
        });
        return;
      }
      focusLater(withFocus ? { from, to } : undefined);
      if (move.to !== FIRST_LEVEL) read.show(move.to);
      setOpen((before) => moveOpen(new Set(above === '' ? before : [...before, above]), from, to));
      setMoved(to);
      draft.move(move);
    },
  });
  const first = levels.get(FIRST_LEVEL);
  return (
    <>
      <UnsavedChanges when={draft.isChanged} isLostBy={(search) => !isShownBy(search)} />
      <Form
        onSubmit={draft.save}
        failure={draft.failure}
        notice={<TreeSaveFailure draft={draft} texts={TEXTS} getTitle={(id) => terms.get(id)?.title} />}
        inputPointers={[]}
        unsaved={canMove ? { form: `terms/${type}`, draft: draft.kept } : undefined}
        gap="lg"
      >
        {draft.circles.map((circle) => (
          <CircleNotice key={circle.id} type={type} circle={circle} onDone={draft.closeCircle} />
        ))}
        {first?.count === 0 ? (
          <EmptyState
            icon={<IconListTree />}
            title={entries === 0 ? t`No entries yet` : t`No term is at the first level`}
            description={
              entries === 0
                ? t`Entries of this type are listed here.`
                : t`The terms are below each other in a circle: correct the parents of one of them, from the list.`
            }
          />
        ) : (
          <Card withBorder p={0} style={{ overflow: 'visible' }}>
            <ul className="tree" aria-label={t`Terms`} data-rows ref={list}>
              {rows.map((row) => {
                if (row.kind !== 'term')
                  return <LevelRest key={row.id} row={row} read={read} levels={levels} />;
                const { id, level, isOpen, canOpen, isCircle } = row;
                const term = terms.get(row.term);
                return (
                  term !== undefined && (
                    <TermRow
                      key={id}
                      {...{ id, level, isOpen, canOpen, isCircle, type, term }}
                      canMove={canMove}
                      actions={actions}
                    />
                  )
                );
              })}
            </ul>
          </Card>
        )}
        <VisuallyHidden role="status">
          {moved !== undefined && formatTermPlace(moved, rows, draft, terms)}
        </VisuallyHidden>
        {canMove && <TreeSaveBar draft={draft} />}
      </Form>
    </>
  );
}

const isTermRow = (row: Row | RestRow): row is Row => row.kind === 'term';

/** The row behind the terms of a level that are read: further ones, or why there are none. */
function LevelRest({
  row: { kind, level, parent },
  read,
  levels,
}: {
  readonly row: RestRow;
  readonly read: TermLevels;
  readonly levels: TermDraft['levels'];
}): ReactNode {
  const { ids = [], count = 0, next = null } = levels.get(parent) ?? {};
  const title = read.terms.get(parent)?.title;
  return (
    <Box component="li" className="tree-row" style={{ '--level': level }}>
      <Group gap="sm">
        {kind === 'pending' && <Loader size="sm" aria-label={t`Loading`} />}
        {kind === 'failed' && (
          <>
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {t`These terms could not be read.`}
            </Text>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                read.retry(parent);
              }}
            >
              {t`Try again`}
            </Button>
          </>
        )}
        {kind === 'more' && (
          <>
            <Button
              size="xs"
              variant="default"
              loading={read.isFetching}
              aria-label={title === undefined ? t`Show more terms` : t`Show more terms below ${title}`}
              onClick={() => {
                if (next !== null) read.showMore(parent, next);
              }}
            >
              {t`Show more`}
            </Button>
            <Text size="sm" c="dimmed">
              {t`${ids.length} of ${count} are shown`}
            </Text>
          </>
        )}
      </Group>
    </Box>
  );
}

function formatTermPlace(
  id: string,
  rows: readonly (Row | RestRow)[],
  { levels }: TermDraft,
  terms: TermLevels['terms'],
): string {
  const row = rows.filter(isTermRow).find((one) => one.id === id);
  if (row === undefined) return '';
  const { ids = [], count = 0 } = levels.get(row.parent) ?? {};
  return formatPlace(terms.get(row.term)?.title ?? '', ids.indexOf(row.term), count, row.level);
}

interface Handlers {
  readonly rows: readonly Row[];
  readonly find: (id: string) => Row | undefined;
  readonly onToggle: (row: Row) => void;
  /** @param withFocus whether the focus follows the row */
  readonly onMove: (move: RowMove, withFocus: boolean) => void;
}

/** Actions that stay the same functions while what they work on changes. */
function useStableActions(handlers: Handlers): TermActions {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  return useMemo(
    () => ({
      toggle: (id) => {
        const row = latest.current.find(id);
        if (row !== undefined) latest.current.onToggle(row);
      },
      move: (id, direction) => {
        const { find, rows, onMove } = latest.current;
        const row = find(id);
        const move = row && findStep(rows, row, direction);
        if (move !== undefined) onMove(move, true);
      },
      drop: (id, target, position) => {
        const { find, rows, onMove } = latest.current;
        const row = find(id);
        const move = row && findDrop(rows, row, target, position);
        if (move !== undefined) onMove(move, false);
      },
    }),
    [],
  );
}

/** A row that gets the focus when it is shown, in place of the one that its term had before. */
interface WantedFocus {
  readonly from: string;
  readonly to: string;
}

const findKey = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined;

/**
 * Gives the focus to the handle of a row, or to its menu, as soon as it is shown: a row that gets another level is a new element.
 * Not any more after the next move, or when the focus is given to something else than the row before the move.
 */
function useFocusLater(): {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly focusLater: (wanted: WantedFocus | undefined) => void;
} {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<WantedFocus>(undefined);
  useEffect(() => {
    const forget = ({ target }: FocusEvent): void => {
      if (findKey(target) !== wanted.current?.from) wanted.current = undefined;
    };
    document.addEventListener('focusin', forget);
    return () => {
      document.removeEventListener('focusin', forget);
    };
  }, []);
  useLayoutEffect(() => {
    const id = wanted.current?.to;
    const row = [...(list.current?.children ?? [])].find(
      (one) => one instanceof HTMLElement && one.dataset['key'] === id,
    );
    if (id === undefined || row === undefined) return;
    wanted.current = undefined;
    const buttons = [...row.querySelectorAll<HTMLElement>('[data-drag], [aria-haspopup=menu]')];
    buttons.find((button) => button.offsetParent !== null)?.focus();
    row.scrollIntoView({ block: 'nearest' });
  });
  return {
    list,
    focusLater: (next) => {
      wanted.current = next;
    },
  };
}
