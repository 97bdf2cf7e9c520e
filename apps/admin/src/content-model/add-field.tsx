import { Button, Modal, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAct } from '../forms/use-act.js';
import { useDraft } from '../forms/use-draft.js';
import { manage, pathTo } from '../manage/manage.js';
import * as queries from '../manage/queries.js';
import type { Bundle, ContentModel, Field } from '../manage/shapes.js';
import { fieldName, FieldForm } from './field-form.js';
import { FIELD_TYPE_LABELS } from './field-type-labels.js';

/** First what kind of field it shall be, then the rest. */
export function AddField({ bundle }: { readonly bundle: Bundle }): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        Add field
      </Button>
      <Modal opened={opened} onClose={close} title={`Add a field to ${bundle.label}`} size="lg">
        <Steps bundle={bundle} onDone={close} />
      </Modal>
    </>
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
  const add = useAct({
    act: () =>
      manage.post(`/bundles${pathTo(entityType, bundle)}/fields`, { ...values, name: fieldName(values) }),
    done: 'The field is added',
    refresh: [['content-model']],
    then: onDone,
  });
  return (
    <FieldForm
      draft={draft}
      isNew
      model={model}
      submit="Add field"
      failure={add.error}
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
  const offered = types.filter(({ name }) => name !== 'path');
  return (
    <Stack>
      <Radio.Group
        label="What shall it hold?"
        description="It cannot be changed later."
        value={chosen}
        onChange={setChosen}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
          {offered.map(({ name, label }) => (
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
