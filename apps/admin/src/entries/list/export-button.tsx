import { i18n } from '#i18n';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useRef, useState } from 'react';
import { download } from '../../forms/download.js';
import { useAction } from '../../forms/use-action.js';
import { IconDownload, IconX } from '../../icons/icons.js';
import type { ContentModel } from '../../management-api/resources.js';
import type { ResourceType } from '../resource-type.js';
import { formatEntries } from './bulk-words.js';
import type { EntriesSearch } from './entries-search.js';
import { exportCsv, EXPORT_MAXIMUM } from './export-csv.js';

interface ExportButtonProps {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
  readonly search: EntriesSearch;
}

/** A button that downloads all entries of the list with the columns shown, as CSV; while it works, it ends that. */
export function ExportButton({ resourceType, model, search }: ExportButtonProps): ReactNode {
  const [done, setDone] = useState(0);
  const isCancelled = useRef(false);
  const start = useAction({
    mutationFn: () =>
      exportCsv({
        resourceType,
        model,
        search,
        onProgress: (entries) => {
          setDone(entries);
          return !isCancelled.current;
        },
      }),
    invalidates: [],
    toastErrors: true,
    onSuccess: (csv) => {
      if (csv === undefined) return;
      download(`${resourceType.bundle}.csv`, 'text/csv;charset=utf-8', csv.parts);
      notifications.show({
        message: plural(csv.entries, { one: '# entry exported', other: '# entries exported' }),
        color: 'green',
      });
      if (csv.entries >= EXPORT_MAXIMUM)
        notifications.show({
          message: t`A file has at most ${formatEntries(EXPORT_MAXIMUM)}; filter the list for the others.`,
          color: 'orange',
        });
    },
  });
  if (start.isPending)
    return (
      <Button
        variant="default"
        leftSection={<IconX size={16} />}
        onClick={() => {
          isCancelled.current = true;
        }}
      >
        <Trans>Cancel export ({i18n.number(done)})</Trans>
      </Button>
    );
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={() => {
        isCancelled.current = false;
        setDone(0);
        start.mutate();
      }}
    >
      {t`Export CSV`}
    </Button>
  );
}
