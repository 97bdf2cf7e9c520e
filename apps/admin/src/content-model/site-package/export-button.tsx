import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ContentModel } from '../../manage/shapes.js';
import { toSitePackage } from './site-package.js';

export function ExportButton({ model }: { readonly model: ContentModel }): ReactNode {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={() => {
        save('content-model.ndjson', toSitePackage(model));
      }}
    >
      Export
    </Button>
  );
}

/** Lets the browser keep a text as a file. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
