import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { CsvExportButton, EXPORT_MAXIMUM } from '../../forms/csv-export-button.js';
import type { ContentModel } from '../../management-api/resources.js';
import type { ResourceType } from '../resource-type.js';
import { formatEntries } from './bulk-words.js';
import type { EntriesSearch } from './entries-search.js';
import { exportCsv } from './export-csv.js';

interface ExportButtonProps {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
  readonly search: EntriesSearch;
}

/** A button that downloads all entries of the list with the columns shown, as CSV. */
export function ExportButton({ resourceType, model, search }: ExportButtonProps): ReactNode {
  return (
    <CsvExportButton
      fileName={`${resourceType.bundle}.csv`}
      exportCsv={(onProgress) => exportCsv({ resourceType, model, search, onProgress })}
      formatExported={(entries) => plural(entries, { one: '# entry exported', other: '# entries exported' })}
      maximumText={t`A file has at most ${formatEntries(EXPORT_MAXIMUM)}; filter the list for the others.`}
    />
  );
}
