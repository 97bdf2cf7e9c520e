import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getGroupLabels } from '../entries/form-layout.js';
import { DialogButton } from '../forms/dialog-button.js';
import { useAction } from '../forms/use-action.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { useDraft } from '../forms/use-draft.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { Bundle, ContentModel, Field } from '../management-api/resources.js';
import { getFieldName, FieldForm } from './field-form.js';
import { toFieldBody } from './hint-inputs.js';
import { TypeChoice } from './type-choice.js';

/** A dialog in two steps: the type of the field, then its other properties; again for each further field. */
export function AddField({ bundle }: { readonly bundle: Bundle }): ReactNode {
  return (
    <DialogButton label={t`Add field`} title={t`Add a field to ${bundle.label}`} size="lg">
      {(close, restart) => <Steps bundle={bundle} onDone={close} onAnother={restart} />}
    </DialogButton>
  );
}

interface StepsProps {
  readonly bundle: Bundle;
  readonly onDone: () => void;
  /** After a field that is followed by another one. */
  readonly onAnother: () => void;
}

function Steps({ bundle, onDone, onAnother }: StepsProps): ReactNode {
  const { data: model } = useQuery(queries.contentModel);
  const [type, setType] = useState<string>();
  if (model === undefined) return null;
  if (type === undefined) return <TypeChoice types={model.fieldTypes} onChoose={setType} />;
  return (
    <NewField
      bundle={bundle}
      type={type}
      model={model}
      onBack={() => {
        setType(undefined);
      }}
      onDone={onDone}
      onAnother={onAnother}
    />
  );
}

interface NewFieldProps extends StepsProps {
  readonly type: string;
  readonly model: ContentModel;
  readonly onBack: () => void;
}

const EMPTY = { name: '', label: '', required: false, cardinality: 1, settings: {} };

function NewField(props: NewFieldProps): ReactNode {
  const { type, model, onBack, onDone, onAnother } = props;
  const { entityType, bundle } = props.bundle;
  const draft = useDraft<Field>({ ...EMPTY, type });
  const { values } = draft;
  const add = useAction<{ readonly isFollowed: boolean }>({
    mutationFn: () =>
      managementApi.changeModel('POST', `/bundles${buildPath(entityType, bundle)}/fields`, {
        ...toFieldBody(values, values),
        name: getFieldName(values),
      }),
    successMessage: t`${values.label} is added`,
    invalidates: [['content-model']],
    onSuccess: (_, { isFollowed }) => {
      if (isFollowed) onAnother();
      else onDone();
    },
  });
  return (
    <FieldForm
      form={`content-model/${entityType}--${bundle}/new-field/${type}`}
      draft={draft}
      isNew
      model={model}
      groups={getGroupLabels(props.bundle.fields)}
      submit={t`Add field`}
      failure={useOpenErrors(add.error, { ...values, name: getFieldName(values) })}
      isSaving={add.isPending}
      onBack={onBack}
      onSubmit={() => {
        add.mutate({ isFollowed: false });
      }}
      onSubmitAndAddAnother={() => {
        add.mutate({ isFollowed: true });
      }}
    />
  );
}
