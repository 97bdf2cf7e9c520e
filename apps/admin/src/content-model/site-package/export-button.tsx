import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ContentModel } from '../../management-api/resources.js';
import { toSitePackage } from './site-package.js';

/** Downloads the content model as a site package. */
export function ExportButton({ model }: { readonly model: ContentModel }): ReactNode {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={() => {
        download('content-model.ndjson', toSitePackage(model));
      }}
    >
      Export
    </Button>
  );
}

/** Starts the download of a text as a file. */
function download(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}
