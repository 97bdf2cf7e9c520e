import { Button, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { machineName, machineNameFault } from '../forms/machine-name.js';
import { useAct } from '../forms/use-act.js';
import { faultAt } from '../http/faults.js';
import { manage } from '../manage/manage.js';
import type { Bundle, ContentModel } from '../manage/shapes.js';
import { useSession } from '../session/use-session.js';
import { BUNDLE_SCOPES } from './model-scopes.js';

/** A new type, where the user may make one. */
export function NewBundle({ model }: { readonly model: ContentModel }): ReactNode {
  const { scopes } = useSession();
  const [opened, { open, close }] = useDisclosure();
  const families = model.entityTypes.filter(({ name }) => scopes.has(BUNDLE_SCOPES[name] ?? ''));
  if (families.length === 0) return null;
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        New type
      </Button>
      <Modal opened={opened} onClose={close} title="New type">
        <BundleForm families={families.map(({ name, label }) => ({ value: name, label }))} onCancel={close} />
      </Modal>
    </>
  );
}

interface BundleFormProps {
  readonly families: readonly { readonly value: string; readonly label: string }[];
  readonly onCancel: () => void;
}

function BundleForm({ families, onCancel }: BundleFormProps): ReactNode {
  const navigate = useNavigate();
  const [entityType, setEntityType] = useState(families[0]?.value ?? '');
  const [label, setLabel] = useState('');
  const [name, setName] = useState<string>();
  const [description, setDescription] = useState('');
  const bundle = name ?? machineName(label);
  const create = useAct({
    act: () =>
      manage.post<Bundle>('/bundles', {
        entityType,
        bundle,
        label,
        ...(description === '' ? {} : { description }),
      }),
    done: `${label} is there`,
    refresh: [['content-model']],
    then: ({ body: { type } }) => navigate({ to: '/content-model/$type', params: { type } }),
  });
  return (
    <Form
      onSubmit={create.mutate}
      failure={create.error}
      shown={['/label', '/bundle', '/entityType', '/description']}
    >
      <Select
        label="Family"
        description="Content has authors and paths, terms have parents."
        data={[...families]}
        value={entityType}
        allowDeselect={false}
        error={faultAt(create.error, '/entityType')}
        onChange={(chosen) => {
          setEntityType(chosen ?? '');
        }}
      />
      <TextInput
        label="Name"
        required
        data-autofocus
        value={label}
        error={faultAt(create.error, '/label')}
        onChange={({ currentTarget }) => {
          setLabel(currentTarget.value);
        }}
      />
      <TextInput
        label="Machine name"
        description={`Its resource type: ${entityType}--${bundle}. It cannot be changed later.`}
        required
        value={bundle}
        error={machineNameFault(bundle) ?? faultAt(create.error, '/bundle')}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
        }}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        value={description}
        error={faultAt(create.error, '/description')}
        onChange={({ currentTarget }) => {
          setDescription(currentTarget.value);
        }}
      />
      <FormButtons submit="Create type" isSaving={create.isPending} onCancel={onCancel} />
    </Form>
  );
}
