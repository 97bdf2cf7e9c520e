import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { download } from '../../forms/download.js';
import { IconDownload } from '../../icons/icons.js';
import type { ContentModel } from '../../management-api/resources.js';
import { toSitePackage } from './site-package.js';

/** Downloads the content model as a site package. */
export function ExportButton({ model }: { readonly model: ContentModel }): ReactNode {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={() => {
        download('content-model.ndjson', 'application/x-ndjson', toSitePackage(model));
      }}
    >
      {t`Export`}
    </Button>
  );
}
