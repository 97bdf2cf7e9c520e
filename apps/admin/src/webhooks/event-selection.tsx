import { Skeleton, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CheckboxList } from '../forms/checkbox-list.js';
import * as queries from '../management-api/queries.js';
import { useHasScope } from '../session/session-state.js';

interface SelectionProps {
  /** Empty: all. */
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (names: readonly string[]) => void;
}

/** Checkboxes for the types of events, with their sentences from the catalogue of the service. */
export function EventTypesInput({ value, error, onChange }: SelectionProps): ReactNode {
  const { data } = useQuery(queries.eventTypes);
  if (data === undefined) return <Skeleton height={200} />;
  return (
    <CheckboxList
      label="Events"
      description="None selected: all."
      choices={data.map(({ type, sentence }) => ({ value: type, label: sentence, description: type }))}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

/** Names of resource types; those of the content model are suggested where the user may read it. */
export function ResourceTypesInput({ value, error, onChange }: SelectionProps): ReactNode {
  const canRead = useHasScope('content:administer');
  const { data: model } = useQuery({ ...queries.contentModel, enabled: canRead });
  const labels = new Map(model?.bundles.map(({ type, label }) => [type, label]));
  return (
    <TagsInput
      label="Types of entries"
      description="Such as node--article. None: all."
      placeholder={value.length === 0 ? 'All' : ''}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear types of entries' }}
      data={[...labels.keys()]}
      renderOption={({ option }) => `${labels.get(option.value) ?? option.value} (${option.value})`}
      value={[...value]}
      error={error}
      onChange={onChange}
    />
  );
}
