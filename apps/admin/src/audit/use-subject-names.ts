import { t } from '@lingui/core/macro';
import { getBulkTitle } from '../entries/list/bulk-words.js';
import { useEntryTitles } from '../entries/references/use-entry-titles.js';
import { formatJobKind } from '../jobs/job-words.js';
import type { Identifier } from '../jsonapi/document.js';
import type { AuditEvent } from '../management-api/resources.js';
import { getOwn } from '../own-members.js';
import { useKnownObjects } from './use-known-objects.js';

const BULK_ACTION = 'entries.bulk-action';

/** The kinds of subjects in words. */
const KINDS: Readonly<Record<string, string>> = {
  user: t`User`,
  client: t`API client`,
  webhook: t`Webhook`,
  role: t`Role`,
  bundle: t`Type`,
  entry: t`Entry`,
  job: t`Job`,
  setting: t`Setting`,
  schedule: t`Schedule`,
  consumer: t`Consumer`,
  token: t`Token`,
  family: t`Tokens`,
  key: t`Signing key`,
  site: t`Site`,
  route: t`Route`,
};

/** A function that names the subject of an event, such as «Entry The last tram»; ids stand for what is gone. */
export function useSubjectNames(
  pages: readonly (readonly AuditEvent[])[],
): (event: AuditEvent) => string | undefined {
  const known = useKnownObjects();
  const titles = useEntryTitles(pages.map((events) => events.flatMap(toEntry)));
  return ({ subject, details }) => {
    if (subject === null) return undefined;
    const { kind, id } = subject;
    const objects = known.find((candidate) => candidate.kind === kind)?.objects ?? [];
    const name =
      kind === 'job'
        ? formatJob(details)
        : (titles.get(id) ?? objects.find((object) => object.id === id)?.name ?? shortenId(id));
    return `${formatKind(kind)} ${name}`;
  };
}

/** The kind of a subject in words, such as «API client». */
export function formatKind(kind: string): string {
  return getOwn(KINDS, kind) ?? kind;
}

/** The entry that an event is about. */
function toEntry({ subject, details: { type } }: AuditEvent): readonly Identifier[] {
  return subject?.kind === 'entry' && typeof type === 'string' ? [{ type, id: subject.id }] : [];
}

/** Such as «Publish entries», or «Rebuild of the index». */
function formatJob(details: AuditEvent['details']): string {
  const kind = String(details['kind']);
  // Lines of earlier versions have no action.
  return kind === BULK_ACTION && 'action' in details
    ? getBulkTitle({ parameters: details })
    : formatJobKind({ kind });
}

function shortenId(id: string): string {
  return id.length > 18 ? `${id.slice(0, 8)}…` : id;
}
