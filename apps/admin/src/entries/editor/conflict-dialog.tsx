import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isSame } from '../../forms/is-same.js';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { FailureNotice } from '../../layout/failure-notice.js';
import type { Field } from '../../management-api/resources.js';
import { getFieldLabel, isReadOnly } from '../resource-type.js';
import { toValues, type Values } from '../values.js';

interface ConflictDialogProps {
  readonly entry: Identifier;
  readonly fields: readonly Field[];
  /** The version on which the changes are based. */
  readonly original: Values;
  /** The user's changes. */
  readonly changes: Values;
  readonly onOverwrite: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** After a 412 of an update: the fields that another user has changed, and the choice to overwrite or discard. */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { entry, fields, original, changes, onOverwrite, onDiscard, onClose } = props;
  const query = useQuery({
    queryKey: ['entry', entry.type, entry.id, 'current'],
    queryFn: () => jsonApi.get(entry),
    gcTime: 0,
  });
  const changed = query.data && findConflicts(original, toValues(query.data.body.data, fields), fields);
  return (
    <Modal opened onClose={onClose} title={t`This entry was changed by another user`} size="lg">
      <Stack>
        <FailureNotice failure={query.error} />
        {changed === undefined && query.error === null && <Skeleton height={60} />}
        {changed !== undefined && (
          <>
            <ChangedFields fields={changed} changes={changes} />
            <Text size="sm">
              <Trans>
                Saving your changes replaces only the fields that you have changed. All other fields keep
                their present values.
              </Trans>
            </Text>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" onClick={onClose}>
            {t`Continue editing`}
          </Button>
          <Button variant="default" onClick={onDiscard}>
            {t`Discard my changes`}
          </Button>
          <Button onClick={onOverwrite}>{t`Save my changes`}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function ChangedFields({ fields, changes }: Pick<ConflictDialogProps, 'fields' | 'changes'>): ReactNode {
  if (fields.length === 0)
    return <Text size="sm">{t`All fields still have the values that you opened.`}</Text>;
  return (
    <>
      <Text size="sm">{t`These fields were changed since you opened the entry:`}</Text>
      <List size="sm">
        {fields.map((field) => (
          <List.Item key={field.name}>
            {getFieldLabel(field)}
            {field.name in changes && <strong> {t`– by you too`}</strong>}
          </List.Item>
        ))}
      </List>
    </>
  );
}

/** The fields in which two versions of an entry differ, without read-only fields. */
function findConflicts(original: Values, current: Values, fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !isReadOnly(field) && !isSame(original[field.name], current[field.name]));
}
