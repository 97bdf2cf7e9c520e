import { plural, t } from '@lingui/core/macro';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CsvExportButton, EXPORT_MAXIMUM } from '../forms/csv-export-button.js';
import { useInfiniteList } from '../forms/infinite-list.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { AuditEvent } from '../management-api/resources.js';
import { AuditFilters } from './audit-filters.js';
import { type AuditSearch, buildAuditQuery } from './audit-search.js';
import { AuditTable } from './audit-table.js';
import { exportAuditLog } from './export-audit-log.js';

const route = getRouteApi('/audit-log');

/** The events of the audit log, newest first, with filters kept in the address. */
export function AuditLogScreen(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queryString = buildAuditQuery(search);
  const query = useInfiniteList<AuditEvent>(['audit-log', queryString], `/audit-log${queryString}`);

  function change(changes: Partial<AuditSearch>): void {
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  }

  return (
    <Screen
      title={t`Audit log`}
      description={t`Who did what, when and from where.`}
      actions={
        <CsvExportButton
          fileName="audit-log.csv"
          exportCsv={(onProgress) => exportAuditLog(queryString, onProgress)}
          formatExported={(events) => plural(events, { one: '# event exported', other: '# events exported' })}
          maximumText={t`A file has at most ${formatEvents(EXPORT_MAXIMUM)}; filter the log for the others.`}
        />
      }
    >
      <AuditFilters search={search} onChange={change} />
      <QueryBoundary query={query}>
        {({ pages }) => <AuditTable pages={pages.map(({ items }) => items)} more={query} onChange={change} />}
      </QueryBoundary>
    </Screen>
  );
}

function formatEvents(count: number): string {
  return plural(count, { one: '# event', other: '# events' });
}
