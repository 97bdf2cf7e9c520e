import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getGroupLabels } from '../entries/form-layout.js';
import { FormDialog } from '../forms/form-dialog.js';
import { resetForm, useDraft } from '../forms/use-draft.js';
import { useAction } from '../forms/use-action.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import type { ApiResponse } from '../http/send.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { Bundle, ContentModel, Field, FieldWithUsage } from '../management-api/resources.js';
import { FieldForm } from './field-form.js';
import { toFieldBody } from './hint-inputs.js';

interface EditFieldProps {
  readonly bundle: Bundle;
  readonly field: Field;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function EditField({ bundle, field, opened, onClose }: EditFieldProps): ReactNode {
  return (
    <FormDialog opened={opened} onClose={onClose} title={t`Edit ${field.label}`} size="lg">
      <FieldLoader bundle={bundle} field={field} onClose={onClose} />
    </FormDialog>
  );
}

function FieldLoader({
  bundle: { entityType, bundle, fields },
  field: { name },
  onClose,
}: Omit<EditFieldProps, 'opened'>): ReactNode {
  const { data: model } = useQuery(queries.contentModel);
  const query = useQuery(queries.fieldResource(entityType, bundle, name));
  const path = `/bundles${buildPath(entityType, bundle)}/fields${buildPath(name)}`;
  if (model === undefined) return null;
  return (
    <QueryBoundary query={query}>
      {(response) => (
        <EditFieldForm
          response={response}
          path={path}
          model={model}
          groups={getGroupLabels(fields)}
          onClose={onClose}
        />
      )}
    </QueryBoundary>
  );
}

interface EditFieldFormProps {
  readonly response: ApiResponse<FieldWithUsage>;
  readonly path: string;
  readonly model: ContentModel;
  readonly groups: readonly string[];
  readonly onClose: () => void;
}

function EditFieldForm({
  response: { body, etag },
  path,
  model,
  groups,
  onClose,
}: EditFieldFormProps): ReactNode {
  const draft = useDraft<Field>(body, etag);
  const save = useAction({
    mutationFn: () =>
      managementApi.changeModel('PATCH', path, toFieldBody(draft.changes, draft.values), draft.etag),
    successMessage: t`Saved`,
    invalidates: [['content-model'], ['entries']],
    onSuccess: onClose,
  });
  return (
    <>
      {body.entriesWithValue > 0 && (
        <Alert color="yellow" c="inherit" mb="md">
          <Text size="sm">
            {body.entriesWithValueIsMinimum === true ? (
              <Trans>At least {body.entriesWithValue} entries have a value here.</Trans>
            ) : (
              <Plural
                value={body.entriesWithValue}
                one="# entry has a value here."
                other="# entries have a value here."
              />
            )}{' '}
            <Trans>
              Changes that stored values might not fit are refused: one value or several, fewer or shorter
              values, fewer choices. All other changes apply at once; a required value is checked when an
              entry is next saved.
            </Trans>
          </Text>
        </Alert>
      )}
      <FieldForm
        form={`content-model${path}`}
        draft={draft}
        isNew={false}
        model={model}
        groups={groups}
        submit={t`Save field`}
        failure={useOpenErrors(save.error, draft.values)}
        isSaving={save.isPending}
        onBack={onClose}
        onSubmit={save.mutate}
        onReload={resetForm(draft, save)}
      />
    </>
  );
}
