import { Card, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { startOver } from '../forms/start-over.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { useAct } from '../forms/use-act.js';
import { useDraft } from '../forms/use-draft.js';
import { faultAt } from '../http/faults.js';
import type { Answer } from '../http/send.js';
import { manage, pathTo } from '../manage/manage.js';
import type { Bundle } from '../manage/shapes.js';

interface BundleFormProps {
  readonly answer: Answer<Bundle>;
  readonly disabled: boolean;
}

/** How people call a type. */
export function BundleForm({ answer: { body, etag }, disabled }: BundleFormProps): ReactNode {
  const { entityType, bundle, label, description } = body;
  const draft = useDraft<Pick<Bundle, 'label' | 'description'>>({ label, description }, etag);
  const save = useAct({
    act: () => manage.patch(`/bundles${pathTo(entityType, bundle)}`, draft.changes, draft.etag),
    done: 'Saved',
    refresh: [['content-model']],
    then: draft.reset,
  });
  return (
    <Card withBorder maw={640}>
      <UnsavedChanges when={draft.isChanged} />
      <Form
        onSubmit={save.mutate}
        failure={save.error}
        shown={['/label', '/description']}
        onReload={startOver(draft, save)}
      >
        <TextInput
          label="Name"
          required
          disabled={disabled}
          value={draft.values.label}
          error={faultAt(save.error, '/label')}
          onChange={({ currentTarget }) => {
            draft.set('label', currentTarget.value);
          }}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          disabled={disabled}
          value={draft.values.description ?? ''}
          error={faultAt(save.error, '/description')}
          onChange={({ currentTarget }) => {
            draft.set('description', currentTarget.value === '' ? null : currentTarget.value);
          }}
        />
        <FormButtons submit="Save" isSaving={save.isPending} disabled={!draft.isChanged} />
      </Form>
    </Card>
  );
}
