import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconCopy } from '../../icons/icons.js';
import type { Resource } from '../../jsonapi/document.js';
import { useDuplicate } from '../list/use-duplicate.js';
import type { ResourceType } from '../resource-type.js';

interface DuplicateButtonProps {
  readonly entry: Resource;
  readonly resourceType: ResourceType;
}

/** A button that opens a new draft with the values of an entry. */
export function DuplicateButton({ entry, resourceType }: DuplicateButtonProps): ReactNode {
  const duplicate = useDuplicate(resourceType);
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} />}
      onClick={() => {
        duplicate(entry);
      }}
    >
      {t`Duplicate`}
    </Button>
  );
}
