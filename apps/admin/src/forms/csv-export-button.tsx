import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useRef, useState } from 'react';
import { IconDownload, IconX } from '../icons/icons.js';
import { download } from './download.js';
import { useAction } from './use-action.js';

/** Lines of one file: what a browser can hold in memory. */
export const EXPORT_MAXIMUM = 100_000;

/** The parts of a CSV file. */
export interface ExportedCsv {
  readonly parts: readonly string[];
  readonly lines: number;
}

interface CsvExportButtonProps {
  readonly fileName: string;
  /** @returns at most `EXPORT_MAXIMUM` lines; `undefined` when `onProgress` ended it */
  readonly exportCsv: (onProgress: OnProgress) => Promise<ExportedCsv | undefined>;
  /** Such as `3 entries exported`. */
  readonly formatExported: (lines: number) => string;
  /** What is said about a file that may be incomplete. */
  readonly maximumText: string;
}

/** Called now and then with the number of lines so far. @returns false to end the export */
export type OnProgress = (lines: number) => boolean;

/** A button that downloads all that a list has found, as CSV; while it works, it ends that. */
export function CsvExportButton(props: CsvExportButtonProps): ReactNode {
  const { fileName, exportCsv, formatExported, maximumText } = props;
  const [done, setDone] = useState(0);
  const isCancelled = useRef(false);
  const start = useAction({
    mutationFn: () =>
      exportCsv((lines) => {
        setDone(lines);
        return !isCancelled.current;
      }),
    invalidates: [],
    toastErrors: true,
    onSuccess: (csv) => {
      if (csv === undefined) return;
      download(fileName, 'text/csv;charset=utf-8', csv.parts);
      notifications.show({ message: formatExported(csv.lines), color: 'green' });
      if (csv.lines >= EXPORT_MAXIMUM) notifications.show({ message: maximumText, color: 'orange' });
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
