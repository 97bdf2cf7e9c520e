import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WidgetProps } from './widget.js';

interface WidgetGroupProps extends Pick<WidgetProps, 'field' | 'label' | 'labelHidden' | 'error'> {
  readonly children: ReactNode;
}

/** The inputs of a value with several members, as a group with one label and one error. */
export function WidgetGroup({ field, label, labelHidden, error, children }: WidgetGroupProps): ReactNode {
  return (
    <Input.Wrapper
      label={labelHidden ? undefined : label}
      labelElement="div"
      role="group"
      aria-label={label}
      error={error}
      required={field.required}
    >
      {children}
    </Input.Wrapper>
  );
}
