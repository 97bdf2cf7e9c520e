import { t } from '@lingui/core/macro';
import { Text, VisuallyHidden } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import type { ReactNode } from 'react';
import type { Identifier, Json } from '../../jsonapi/document.js';
import type { Field } from '../../management-api/resources.js';
import { formatCell } from '../format-cell.js';
import { useLinkedTargets } from '../references/use-targets.js';
import { isReference } from '../values.js';

interface ValueChangeProps {
  readonly field: Field;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** One value before and after a change: words that are gone are struck, new ones marked. */
export function ValueChange({ field, before, after }: ValueChangeProps): ReactNode {
  return isReference(field) ? (
    <LinkageChange before={toLinkage(before)} after={toLinkage(after)} />
  ) : (
    <TextChange before={formatCell(field, before)} after={formatCell(field, after)} />
  );
}

/** A text before and after a change. */
export function TextChange({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): ReactNode {
  if (before === after)
    return <Text size="sm">{t`Only markup that is not seen in the text was changed.`}</Text>;
  return (
    <Text size="sm" className="value-change">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, n) => (
        <Part key={n} kind={added ? 'added' : removed ? 'removed' : 'kept'}>
          {value}
        </Part>
      ))}
    </Text>
  );
}

/** Targets in their order; one that was only moved is removed and added. */
function LinkageChange({
  before,
  after,
}: {
  readonly before: readonly Identifier[];
  readonly after: readonly Identifier[];
}): ReactNode {
  const targets = useLinkedTargets([...before, ...after]);
  const name = ({ id }: Identifier): string => targets.get(id)?.title ?? id;
  const has = (list: readonly Identifier[], { id }: Identifier): boolean => list.some((one) => one.id === id);
  const removed = before.filter((target) => !has(after, target));
  const added = after.filter((target) => !has(before, target));
  if (removed.length === 0 && added.length === 0)
    return <Text size="sm">{t`Another order, or other texts of the links.`}</Text>;
  return (
    <Text size="sm" className="value-change">
      {removed.map((target) => (
        <Part key={target.id} kind="removed">
          {name(target)}
        </Part>
      ))}{' '}
      {added.map((target) => (
        <Part key={target.id} kind="added">
          {name(target)}
        </Part>
      ))}
    </Text>
  );
}

function Part({
  kind,
  children,
}: {
  readonly kind: 'added' | 'removed' | 'kept';
  readonly children: string;
}): ReactNode {
  if (kind === 'kept') return children;
  const Element = kind === 'added' ? 'ins' : 'del';
  return (
    <Element>
      <VisuallyHidden>{kind === 'added' ? t`added:` : t`removed:`} </VisuallyHidden>
      {children}
    </Element>
  );
}

function toLinkage(value: Json | undefined): readonly Identifier[] {
  if (value === null || value === undefined) return [];
  return (Array.isArray(value) ? value : [value]) as readonly Identifier[];
}
