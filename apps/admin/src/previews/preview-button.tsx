import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconEye, IconEyeOff } from '../icons/icons.js';
import * as queries from '../management-api/queries.js';

interface PreviewButtonProps {
  readonly opened: boolean;
  readonly onToggle: () => void;
}

/** Shows and hides the preview of an entry; absent while the site has no place for previews. */
export function PreviewButton({ opened, onToggle }: PreviewButtonProps): ReactNode {
  const { data: sites = [] } = useQuery(queries.previewSites);
  if (sites.length === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={opened ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      aria-expanded={opened}
      onClick={onToggle}
    >
      {t`Preview`}
    </Button>
  );
}
