import { t } from '@lingui/core/macro';
import { Group, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { AddAlternative, FilterPill } from './add-filter.js';
import { type Condition, type ListFilter, toConditions, toListFilters } from './condition.js';
import { type FilterChoice, formatCondition } from './filter-choices.js';
import { useTargetTitles } from './use-target-titles.js';

interface FilterBarProps {
  readonly filters: readonly ListFilter[];
  readonly choices: readonly FilterChoice[];
  readonly onChange: (filters: readonly ListFilter[]) => void;
}

/** The filters of a list, all of which must hold; each is a condition, or several of which one must hold. */
export function FilterBar({ filters, choices, onChange }: FilterBarProps): ReactNode {
  const titles = useTargetTitles(
    filters.flatMap(toConditions).flatMap(({ path, value: id }) => {
      const types = choices.find((choice) => choice.path === path)?.targetTypes;
      return types === undefined ? [] : [{ types, id }];
    }),
  );
  if (filters.length === 0) return null;
  return (
    <Group gap="md" aria-label={t`Filters`} role="group">
      {filters.map((filter, index) => (
        <AlternativePills
          key={index}
          conditions={toConditions(filter)}
          choices={choices}
          format={(condition) => formatCondition(condition, choices, titles)}
          onChange={(conditions) => {
            onChange(filters.toSpliced(index, 1, ...toListFilters(conditions)));
          }}
        />
      ))}
    </Group>
  );
}

interface AlternativePillsProps {
  /** One, or those of which one must hold. */
  readonly conditions: readonly Condition[];
  readonly choices: readonly FilterChoice[];
  readonly format: (condition: Condition) => string;
  readonly onChange: (conditions: readonly Condition[]) => void;
}

function AlternativePills({ conditions, choices, format, onChange }: AlternativePillsProps): ReactNode {
  const label = conditions.map(format).join(` ${t`or`} `);
  return (
    <Group gap={6} role="group" aria-label={label}>
      {conditions.map((condition, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <Text size="sm" fw={600} aria-hidden>
              {t`or`}
            </Text>
          )}
          <FilterPill
            condition={condition}
            text={format(condition)}
            choices={choices}
            onChange={(changed) => {
              onChange(conditions.with(index, changed));
            }}
            onRemove={() => {
              onChange(conditions.toSpliced(index, 1));
            }}
          />
        </Fragment>
      ))}
      <AddAlternative
        label={label}
        choices={choices}
        // Most alternatives are other values of the same field.
        path={conditions.at(-1)?.path}
        onAdd={(condition) => {
          onChange([...conditions, condition]);
        }}
      />
    </Group>
  );
}
