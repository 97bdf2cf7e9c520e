import { Alert, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAct } from '../forms/use-act.js';
import { Loaded } from '../frame/loaded.js';
import { manage, pathTo } from '../manage/manage.js';
import * as queries from '../manage/queries.js';
import type { Bundle, Field } from '../manage/shapes.js';
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
  field,
  onClose,
}: Omit<EditFieldProps, 'opened'>): ReactNode {
  const { data: model } = useQuery(queries.contentModel);
  const query = useQuery(queries.fieldResource(entityType, bundle, field.name));
  const save = useAct({
    act: ({ label, required, cardinality, settings }: Field) =>
      manage.patch(
        `/bundles${pathTo(entityType, bundle)}/fields${pathTo(field.name)}`,
        { label, required, cardinality, settings },
        query.data?.etag,
      ),
    done: 'Saved',
    refresh: [['content-model'], ['entries']],
    then: onClose,
  });
  if (model === undefined) return null;
  return (
    <Loaded query={query}>
      {({ body }) => (
        <>
          {body.entriesWithValue > 0 && (
            <Alert color="yellow" c="inherit" mb="md">
              <Text size="sm">
                {body.entriesWithValue === 1 ? '1 entry has' : `${body.entriesWithValue} entries have`} a
                value here. Stored values stay as they are; the new rules are checked when an entry is next
                saved.
              </Text>
            </Alert>
          )}
          <FieldForm
            type={field.type}
            model={model}
            original={body}
            submit="Save field"
            failure={save.error}
            isSaving={save.isPending}
            onBack={onClose}
            onSubmit={(changed) => {
              save.mutate(changed);
            }}
          />
        </>
      )}
    </Loaded>
  );
}
