import { t } from '@lingui/core/macro';
import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { findFieldError } from '../http/field-errors.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { EventConsumer } from '../management-api/operations-resources.js';

interface ConsumerPositionProps {
  readonly consumer: EventConsumer;
  readonly onClose: () => void;
}

/** The form for the position behind which a consumer continues. */
export function ConsumerPosition({ consumer, onClose }: ConsumerPositionProps): ReactNode {
  const { name, position } = consumer;
  const draft = useDraft({ position });
  const move = useAction({
    mutationFn: () => managementApi.patch(`/consumers${buildPath(name)}`, draft.changes),
    successMessage: t`${name} continues at the position ${draft.values.position}`,
    invalidates: [['event-consumers']],
    onSuccess: onClose,
  });
  const failure = useOpenErrors(move.error, draft.values);
  return (
    <Form
      onSubmit={move.mutate}
      failure={failure}
      inputPointers={['/position']}
      unsaved={{ form: `consumers/${name}`, draft }}
    >
      <NumberInput
        label={t`Position`}
        description={t`The reader continues behind this event. At an earlier one it processes events again, at a later one it skips some.`}
        allowDecimal={false}
        allowNegative={false}
        value={draft.values.position}
        error={findFieldError(failure, '/position', t`Position`)}
        onChange={(typed) => {
          draft.set('position', Number(typed));
        }}
      />
      <FormButtons
        submit={t`Change position`}
        isSaving={move.isPending}
        disabled={!draft.isChanged}
        onCancel={onClose}
      />
    </Form>
  );
}
