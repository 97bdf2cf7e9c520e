import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { WidgetProps } from './widget.js';

interface WidgetGroupProps extends Pick<WidgetProps, 'field' | 'label' | 'labelHidden' | 'error'> {
  readonly children: ReactNode;
}

/** The inputs of a value with several members, as a group with one label and one error. */
export function WidgetGroup({ field, label, labelHidden, error, children }: WidgetGroupProps): ReactNode {
  const descriptionId = useId();
  const isDescribed = !labelHidden && typeof field.description === 'string';
  return (
    <Input.Wrapper
      label={labelHidden ? undefined : label}
      description={isDescribed ? field.description : undefined}
      descriptionProps={{ id: descriptionId, mb: 4 }}
      aria-describedby={isDescribed ? descriptionId : undefined}
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
