import { t } from '@lingui/core/macro';
import { Skeleton, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CheckboxList } from '../forms/checkbox-list.js';
import { findFieldError } from '../http/field-errors.js';
import type { EventCategory, Webhook } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { useHasScope } from '../session/session-state.js';

interface SelectionProps {
  /** Empty: all. */
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (names: readonly string[]) => void;
}

interface EventTypesProps extends SelectionProps {
  /** Only the types of this category; without it those of all. */
  readonly category?: EventCategory | undefined;
}

interface EventSelectionProps {
  /** The events that the receiver can get; without it all. */
  readonly category?: EventCategory | undefined;
  readonly values: Readonly<Record<SelectionName, readonly string[]>>;
  /** The error of the request. */
  readonly failure: unknown;
  readonly onChange: (name: SelectionName, selected: readonly string[]) => void;
}

type SelectionName = 'types' | 'resourceTypes';

/** The inputs that select events by their type and by the type of their entry. */
export function EventSelection({ category, values, failure, onChange }: EventSelectionProps): ReactNode {
  return (
    <>
      <EventTypesInput
        category={category}
        value={values.types}
        error={findFieldError(failure, '/types', t`Events`)}
        onChange={(types) => {
          onChange('types', types);
        }}
      />
      {category !== 'management' && (
        <ResourceTypesInput
          value={values.resourceTypes}
          error={findFieldError(failure, '/resourceTypes', t`Types of entries`)}
          onChange={(types) => {
            onChange('resourceTypes', types);
          }}
        />
      )}
    </>
  );
}

/** Checkboxes for the types of events, with their sentences from the catalogue of the service. */
function EventTypesInput({ category, value, error, onChange }: EventTypesProps): ReactNode {
  const { data } = useQuery(queries.eventTypes);
  if (data === undefined) return <Skeleton height={200} />;
  const offered = data.filter((type) =>
    category === undefined ? type.category !== 'test' : type.category === category,
  );
  return (
    <CheckboxList
      label={t`Events`}
      description={t`None selected: all.`}
      choices={offered.map(({ type, sentence }) => ({ value: type, label: sentence, description: type }))}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

/** Names of resource types; those of the content model are suggested where the user may read it. */
function ResourceTypesInput({ value, error, onChange }: SelectionProps): ReactNode {
  const canRead = useHasScope('content:administer');
  const { data: model } = useQuery({ ...queries.contentModel, enabled: canRead });
  const labels = new Map(model?.bundles.map(({ type, label }) => [type, label]));
  return (
    <TagsInput
      label={t`Types of entries`}
      description={t`Such as node--article. None: all.`}
      placeholder={value.length === 0 ? t`All` : ''}
      clearable
      clearButtonProps={{ 'aria-label': t`Clear types of entries` }}
      data={[...labels.keys()]}
      renderOption={({ option }) => `${labels.get(option.value) ?? option.value} (${option.value})`}
      value={[...value]}
      error={error}
      onChange={onChange}
    />
  );
}

/** The events that a webhook with this visibility can select. */
export function getCategory(visibility: Webhook['visibility']): EventCategory {
  return visibility === 'management' ? 'management' : 'entry';
}
