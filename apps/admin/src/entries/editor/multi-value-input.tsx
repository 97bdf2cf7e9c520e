import { t } from '@lingui/core/macro';
import { Box, Fieldset, Group, Input, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AddButton, createReorder, RowActions } from '../../forms/row-actions.js';
import type { Json } from '../../jsonapi/document.js';
import type { Widget, WidgetProps } from '../widgets/widget.js';

interface MultiValueInputProps extends Pick<WidgetProps, 'field' | 'label' | 'error' | 'disabled'> {
  readonly widget: Widget;
  readonly values: readonly Json[];
  readonly onChange: (values: readonly Json[]) => void;
}

/** An ordered list of widgets for a field with several values. */
export function MultiValueInput(props: MultiValueInputProps): ReactNode {
  const { widget: Widget, field, label, error, disabled, values, onChange } = props;
  // Widgets have state: after a change of order new keys create them anew with the values of their position.
  const [generation, setGeneration] = useState(0);
  const isFull = field.cardinality > 0 && values.length >= field.cardinality;

  function reorder(next: readonly Json[]): void {
    setGeneration(generation + 1);
    onChange(next);
  }

  return (
    <Fieldset legend={`${label}${field.required ? ' *' : ''}`}>
      {typeof field.description === 'string' && (
        <Input.Description mb="xs">{field.description}</Input.Description>
      )}
      <Stack gap="sm" data-rows>
        {values.map((value, index) => (
          <Group key={`${generation}-${index}`} gap="xs" wrap="nowrap" align="flex-start">
            <Box flex={1} miw={0}>
              <Widget
                field={field}
                label={`${label} ${index + 1}`}
                labelHidden
                value={value}
                error={undefined}
                disabled={disabled}
                onChange={(next) => {
                  onChange(values.with(index, next));
                }}
              />
            </Box>
            {!disabled && (
              <RowActions
                name={`${label} ${index + 1}`}
                order={createReorder(values, index, reorder)}
                onRemove={() => {
                  reorder(values.toSpliced(index, 1));
                }}
              />
            )}
          </Group>
        ))}
        {error !== undefined && (
          <Input.Error role="alert" data-error-text>
            {error}
          </Input.Error>
        )}
        {!disabled && !isFull && (
          <AddButton
            onClick={() => {
              onChange([...values, null]);
            }}
          >
            {values.length === 0 ? t`Add a value` : t`Add another`}
          </AddButton>
        )}
      </Stack>
    </Fieldset>
  );
}
