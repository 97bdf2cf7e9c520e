import { Alert, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { startOver } from '../forms/start-over.js';
import { useAct } from '../forms/use-act.js';
import { useDraft } from '../forms/use-draft.js';
import { Loaded } from '../frame/loaded.js';
import type { Answer } from '../http/send.js';
import { manage, pathTo } from '../manage/manage.js';
import * as queries from '../manage/queries.js';
import type { Bundle, ContentModel, Field, FieldWithUse } from '../manage/shapes.js';
import { FieldForm } from './field-form.js';

interface EditFieldProps {
  readonly bundle: Bundle;
  readonly field: Field;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function EditField({ bundle, field, opened, onClose }: EditFieldProps): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title={`Edit ${field.label}`} size="lg">
      <Editing bundle={bundle} field={field} onClose={onClose} />
    </Modal>
  );
}

function Editing({
  bundle: { entityType, bundle },
  field: { name },
  onClose,
}: Omit<EditFieldProps, 'opened'>): ReactNode {
  const { data: model } = useQuery(queries.contentModel);
  const query = useQuery(queries.fieldResource(entityType, bundle, name));
  const path = `/bundles${pathTo(entityType, bundle)}/fields${pathTo(name)}`;
  if (model === undefined) return null;
  return (
    <Loaded query={query}>
      {(answer) => <Changing answer={answer} path={path} model={model} onClose={onClose} />}
    </Loaded>
  );
}

interface ChangingProps {
  readonly answer: Answer<FieldWithUse>;
  readonly path: string;
  readonly model: ContentModel;
  readonly onClose: () => void;
}

function Changing({ answer: { body, etag }, path, model, onClose }: ChangingProps): ReactNode {
  const draft = useDraft<Field>(body, etag);
  const save = useAct({
    act: () => manage.patch(path, draft.changes, draft.etag),
    done: 'Saved',
    refresh: [['content-model'], ['entries']],
    then: onClose,
  });
  return (
    <>
      {body.entriesWithValue > 0 && (
        <Alert color="yellow" c="inherit" mb="md">
          <Text size="sm">
            {body.entriesWithValue === 1 ? '1 entry has' : `${body.entriesWithValue} entries have`} a value
            here. What such values might not fit can be changed only while there are none: one value or
            several, fewer or shorter values, fewer choices. Everything else holds at once; whether a required
            value is there is checked when an entry is next saved.
          </Text>
        </Alert>
      )}
      <FieldForm
        draft={draft}
        isNew={false}
        model={model}
        submit="Save field"
        failure={save.error}
        isSaving={save.isPending}
        onBack={onClose}
        onSubmit={save.mutate}
        onReload={startOver(draft, save)}
      />
    </>
  );
}
