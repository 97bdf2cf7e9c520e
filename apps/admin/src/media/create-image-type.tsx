import { t } from '@lingui/core/macro';
import { Button, Card, EmptyState, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { BUNDLE_SCOPES } from '../content-model/model-scopes.js';
import { useAction } from '../forms/use-action.js';
import { IconPhoto } from '../icons/icons.js';
import { managementApi } from '../management-api/management-api.js';
import type { ContentModel } from '../management-api/resources.js';
import { useHasScope } from '../session/session-state.js';

const FIELD = {
  ...{ name: 'field_media_image', type: 'image', label: t`Image`, required: false, cardinality: 1 },
  settings: {},
};

/** Where no type of media has an image: makes the type `media--image`, or gives it a field for one. */
export function CreateImageType({ model }: { readonly model: ContentModel }): ReactNode {
  const canCreate = useHasScope(BUNDLE_SCOPES['media'] ?? '');
  const exists = model.bundles.some(({ type }) => type === 'media--image');
  const create = useAction({
    mutationFn: () =>
      exists
        ? managementApi.changeModel('POST', '/bundles/media/image/fields', FIELD)
        : managementApi.changeModel('POST', '/bundles', {
            ...{ entityType: 'media', bundle: 'image', label: t`Image`, fields: [FIELD] },
          }),
    successMessage: t`Pictures can be uploaded now`,
    invalidates: [['content-model']],
    toastErrors: true,
  });
  return (
    <Card withBorder>
      <Stack align="center">
        <EmptyState
          icon={<IconPhoto />}
          title={t`No type of media has an image`}
          description={t`Pictures are entries of a type, with fields such as the name of the photographer.`}
        />
        {canCreate ? (
          <Button
            loading={create.isPending}
            onClick={() => {
              create.mutate();
            }}
          >
            {exists ? t`Add an image to the type Image` : t`Create the type Image`}
          </Button>
        ) : (
          <Text size="sm">{t`Ask an administrator to create one.`}</Text>
        )}
      </Stack>
    </Card>
  );
}
