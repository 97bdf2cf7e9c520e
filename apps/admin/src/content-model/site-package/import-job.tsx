import { i18n } from '#i18n';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatBytes } from '../../forms/format-bytes.js';
import { JobCard } from '../../jobs/job-card.js';
import type { Job } from '../../management-api/operations-resources.js';

interface LineNote {
  readonly line: number;
  readonly message: string;
}

/** The result of an import (`POST /manage/imports`). */
interface ImportResult {
  readonly bundles: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Absent in results of earlier versions. */
  readonly files?: number;
  readonly fileBytes?: number;
  readonly problems: number;
  readonly warnings: number;
  readonly firstProblems: readonly LineNote[];
  readonly firstWarnings: readonly LineNote[];
}

/** The progress and the result of an import, which goes on while this page is closed. */
export function ImportJob({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  return (
    <JobCard id={id} label={t`Import`} invalidates={[['content-model'], ['entries']]} onClose={onClose}>
      {(job) => <Result job={job} />}
    </JobCard>
  );
}

function Result({ job }: { readonly job: Job }): ReactNode {
  const result = job.result as unknown as ImportResult;
  const { firstProblems, firstWarnings, problems, warnings, files = 0, fileBytes = 0 } = result;
  return (
    <>
      <Text size="sm">{formatImportResult(result)}</Text>
      {files > 0 && (
        <Text size="sm">
          {plural(files, { one: '# file with its bytes', other: '# files with their bytes' })} (
          {formatBytes(fileBytes)})
        </Text>
      )}
      <Notes title={t`Lines that were not imported`} notes={firstProblems} total={problems} />
      <Notes title={t`Warnings`} notes={firstWarnings} total={warnings} />
    </>
  );
}

function Notes({
  title,
  notes,
  total,
}: {
  readonly title: string;
  readonly notes: readonly LineNote[];
  readonly total: number;
}): ReactNode {
  if (total === 0) return null;
  return (
    <>
      <Text size="sm" fw={600} mt="xs">
        {title}
      </Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {notes.map(({ line, message }, index) => (
          <List.Item key={index}>
            <Trans>
              Line {line}: {message}
            </Trans>
          </List.Item>
        ))}
        {total > notes.length && (
          <List.Item>
            <Trans>{formatCount(total - notes.length)} more</Trans>
          </List.Item>
        )}
      </List>
    </>
  );
}

/** Such as `2 types changed; 1,200 entries created, 3 changed, 0 unchanged; 1 problem, 0 warnings.` */
function formatImportResult(result: Omit<ImportResult, 'firstProblems' | 'firstWarnings'>): string {
  const types = plural(result.bundles, { one: '# type changed', other: '# types changed' });
  const inserted = plural(result.inserted, { one: '# entry created', other: '# entries created' });
  const updated = formatCount(result.updated);
  const unchanged = formatCount(result.unchanged);
  const problems = plural(result.problems, { one: '# problem', other: '# problems' });
  const warnings = plural(result.warnings, { one: '# warning', other: '# warnings' });
  return t`${types}; ${inserted}, ${updated} changed, ${unchanged} unchanged; ${problems}, ${warnings}.`;
}

function formatCount(count: number): string {
  return i18n.number(count);
}
