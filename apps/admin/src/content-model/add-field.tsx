import { Button, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DialogButton } from '../forms/dialog-button.js';
import { useAction } from '../forms/use-action.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { useDraft } from '../forms/use-draft.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { Bundle, ContentModel, Field } from '../management-api/resources.js';
import { getFieldName, FieldForm } from './field-form.js';
import { FIELD_TYPE_LABELS } from './field-type-labels.js';

/** A dialog in two steps: the type of the field, then its other properties. */
export function AddField({ bundle }: { readonly bundle: Bundle }): ReactNode {
  return (
    <DialogButton label="Add field" title={`Add a field to ${bundle.label}`} size="lg">
      {(close) => <Steps bundle={bundle} onDone={close} />}
    </DialogButton>
  );
}

function Steps({ bundle, onDone }: { readonly bundle: Bundle; readonly onDone: () => void }): ReactNode {
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
    />
  );
}

interface NewFieldProps {
  readonly bundle: Bundle;
  readonly type: string;
  readonly model: ContentModel;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

const EMPTY = { name: '', label: '', required: false, cardinality: 1, settings: {} };

function NewField({ bundle: { entityType, bundle }, type, model, onBack, onDone }: NewFieldProps): ReactNode {
  const draft = useDraft<Field>({ ...EMPTY, type });
  const { values } = draft;
  const add = useAction({
    mutationFn: () =>
      managementApi.changeModel('POST', `/bundles${buildPath(entityType, bundle)}/fields`, {
        ...values,
        name: getFieldName(values),
      }),
    successMessage: 'The field is added',
    invalidates: [['content-model']],
    onSuccess: onDone,
  });
  return (
    <FieldForm
      draft={draft}
      isNew
      model={model}
      submit="Add field"
      failure={useOpenErrors(add.error, { ...values, name: getFieldName(values) })}
      isSaving={add.isPending}
      onBack={onBack}
      onSubmit={add.mutate}
    />
  );
}

interface TypeChoiceProps {
  readonly types: readonly { readonly name: string; readonly label: string }[];
  readonly onChoose: (type: string) => void;
}

function TypeChoice({ types, onChoose }: TypeChoiceProps): ReactNode {
  const [chosen, setChosen] = useState('');
  const choosable = types.filter(({ name }) => name !== 'path');
  return (
    <Stack>
      <Radio.Group
        label="What does it contain?"
        description="It cannot be changed later."
        value={chosen}
        onChange={setChosen}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
          {choosable.map(({ name, label }) => (
            <Radio.Card key={name} value={name} p="sm" aria-label={FIELD_TYPE_LABELS[name]?.label ?? label}>
              <Text size="sm" fw={600}>
                {FIELD_TYPE_LABELS[name]?.label ?? label}
              </Text>
              <Text size="xs" c="dimmed">
                {FIELD_TYPE_LABELS[name]?.purpose ?? name}
              </Text>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Button
        ml="auto"
        disabled={chosen === ''}
        onClick={() => {
          onChoose(chosen);
        }}
      >
        Next
      </Button>
    </Stack>
  );
}
