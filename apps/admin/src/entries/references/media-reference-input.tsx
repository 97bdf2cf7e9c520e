import { t } from '@lingui/core/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { IconPhoto } from '../../icons/icons.js';
import type { Identifier, Json } from '../../jsonapi/document.js';
import { TextLink } from '../../layout/links.js';
import * as queries from '../../management-api/queries.js';
import { EntryPicture } from '../pictures/entry-picture.js';
import { getTargetTypes } from '../resource-type.js';
import { formatKey, LinkageGroup, LinkedRow, type LinkedRowProps } from './linked-items.js';
import { type ReferenceInputProps, toLinkage } from './reference-input.js';
import { type Target, useLinkedTargets } from './use-targets.js';

/** Loaded when it is opened: few of those who open an entry choose a medium. */
const MediaPicker = lazy(() =>
  import('../../media/media-picker.js').then((module) => ({ default: module.MediaPicker })),
);

/** The media of a reference field in their order, and a sheet with the library to choose more from. */
export function MediaReferenceInput(props: ReferenceInputProps): ReactNode {
  const { field, type, label, value, onChange, error, disabled } = props;
  const [isOpen, sheet] = useDisclosure(false);
  const { data: model } = useQuery(queries.contentModel);
  const isMultiple = field.cardinality !== 1;
  const linked = toLinkage(value);
  const targets = useLinkedTargets(linked);
  const isFull = field.cardinality > 0 && linked.length >= field.cardinality;
  const buttonLabel = isMultiple || linked.length === 0 ? t`Choose from the library` : t`Choose another`;

  function change(next: readonly Identifier[]): void {
    onChange((isMultiple ? next : (next[0] ?? null)) as Json);
  }

  function pick({ type: targetType, id }: Identifier): void {
    const others = linked.filter((identifier) => identifier.id !== id);
    if (!isMultiple) change([{ type: targetType, id }]);
    else if (others.length < linked.length) change(others);
    else if (!isFull) change([...linked, { type: targetType, id }]);
  }

  return (
    <LinkageGroup field={field} label={label} error={error}>
      <Stack gap="sm" mt={4} data-rows>
        {linked.map((identifier, index) => (
          <MediumRow
            key={formatKey(linked, index)}
            list={field.name}
            linked={linked}
            index={index}
            target={targets.get(identifier.id)}
            disabled={disabled}
            onChange={change}
          />
        ))}
        {!disabled && (!isFull || !isMultiple) && (
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            leftSection={<IconPhoto size={14} />}
            aria-label={`${buttonLabel}: ${label}`}
            aria-haspopup="dialog"
            onClick={sheet.open}
          >
            {buttonLabel}
          </Button>
        )}
      </Stack>
      {model !== undefined && isOpen && (
        <Suspense>
          <MediaPicker
            title={label}
            model={model}
            types={getTargetTypes(field, type)}
            opened
            chosen={isMultiple ? new Set(linked.map(({ id }) => id)) : undefined}
            onPick={pick}
            onClose={sheet.close}
          />
        </Suspense>
      )}
    </LinkageGroup>
  );
}

interface MediumRowProps extends Omit<LinkedRowProps, 'name' | 'align' | 'children'> {
  /** `undefined` while it is loading, and for a medium that the user cannot see. */
  readonly target: Target | undefined;
}

/** A linked medium: its picture, its name and its alternative text, and what moves and removes it. */
function MediumRow({ target, ...row }: MediumRowProps): ReactNode {
  const { type, id } = row.linked[row.index] ?? { type: '', id: '' };
  const title = target?.title ?? id;
  return (
    <LinkedRow {...row} name={title}>
      <EntryPicture type={type} url={target?.picture} size={72} />
      <Stack gap={2} flex={1} miw={0}>
        <TextLink to="/entries/$type/$id" params={{ type, id }} size="sm" lh="24px" truncate>
          {title}
        </TextLink>
        {target !== undefined && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {describeAlternativeText(target)}
          </Text>
        )}
        {target?.isPublished === false && (
          <Text size="xs" c="dimmed">
            {t`Draft`}
          </Text>
        )}
      </Stack>
    </LinkedRow>
  );
}

/** Such as `Alternative text: A tram on a bridge`; empty for a medium without a picture. */
function describeAlternativeText({ picture, alt }: Target): string {
  if (alt === '') return t`Decorative: screen readers skip it`;
  if (alt !== undefined) return t`Alternative text: ${alt}`;
  return picture === undefined ? '' : t`No alternative text yet`;
}
