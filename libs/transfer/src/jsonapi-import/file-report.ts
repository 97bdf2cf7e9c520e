/** A number of files with their size. */
export interface FileCount {
  readonly files: number;
  readonly bytes: number;
}

/** A file whose content is not taken over. */
export interface MissingFile {
  /** Such as `file--file/0190b0a0-…`. */
  readonly file: string;
  /** The address at the source; `null` when it has none. */
  readonly address: string | null;
  /** A sentence that also says how to go on. */
  readonly reason: string;
}

/** An address of a file in a text or link that stayed as it was, since no such file was taken over. */
export interface UnknownAddress {
  /** Such as `node--article/0190b0a0-…`. */
  readonly entry: string;
  /** The field of the source. */
  readonly field: string;
  readonly address: string;
}

/** The part of a report about the contents of files. */
export interface FileReport {
  /** The files that the source describes, with the sizes that it tells. */
  readonly described: FileCount;
  /** Files whose bytes were fetched. Absent, as the next members, in a trial and without files. */
  readonly fetched?: FileCount;
  /** Files whose bytes were here before. */
  readonly present?: FileCount;
  /** Addresses in texts and links that were replaced. */
  readonly rewritten?: number;
  /** The number of missing files, of which the list has the first. */
  readonly missing: number;
  readonly missingFiles: readonly MissingFile[];
  readonly unknown: number;
  readonly unknownAddresses: readonly UnknownAddress[];
}

/** Files and addresses that a report lists. */
const LISTED_MAXIMUM = 10_000;
/** Characters of an address in a report. */
const ADDRESS_MAXIMUM = 2000;

/** Counts files during an import. Its size does not depend on the number of files. */
export class FileLog {
  private readonly fetched = { files: 0, bytes: 0 };
  private readonly present = { files: 0, bytes: 0 };
  private readonly missingFiles: MissingFile[] = [];
  private readonly unknownAddresses: UnknownAddress[] = [];
  private missing = 0;
  private unknown = 0;
  private rewritten = 0;

  constructor(private readonly described: FileCount) {}

  addFetched(bytes: number): void {
    add(this.fetched, bytes);
  }

  addPresent(bytes: number): void {
    add(this.present, bytes);
  }

  addMissing(file: MissingFile): void {
    this.missing += 1;
    if (this.missingFiles.length === LISTED_MAXIMUM) return;
    this.missingFiles.push({ ...file, address: file.address?.slice(0, ADDRESS_MAXIMUM) ?? null });
  }

  addRewritten(): void {
    this.rewritten += 1;
  }

  addUnknown(address: UnknownAddress): void {
    this.unknown += 1;
    if (this.unknownAddresses.length < LISTED_MAXIMUM) this.unknownAddresses.push(address);
  }

  /** @param areFetched whether files were fetched, which they are not in a trial */
  toReport(areFetched: boolean): FileReport {
    const { described, fetched, present, rewritten, missing, missingFiles } = this;
    const { unknown, unknownAddresses } = this;
    return {
      described,
      ...(areFetched ? { fetched, present, rewritten } : {}),
      ...{ missing, missingFiles, unknown, unknownAddresses },
    };
  }
}

function add(count: { files: number; bytes: number }, bytes: number): void {
  count.files += 1;
  count.bytes += bytes;
}

const LISTED_LINES = 40;

/** The lines of a report for an operator. */
export function formatFileReport(report: FileReport): readonly string[] {
  const { described, fetched, present, rewritten, missing, missingFiles } = report;
  const { unknown, unknownAddresses } = report;
  if (described.files === 0 && unknown === 0) return [];
  const result =
    fetched === undefined || present === undefined
      ? 'none of them was fetched'
      : `${formatCount(fetched)} fetched, ${formatCount(present)} here before, ${missing} not fetched; ` +
        `${rewritten ?? 0} addresses replaced, ${unknown} unknown`;
  return [
    ...limit(
      missingFiles,
      missing,
      'files were not fetched',
      ({ file, address, reason }) => `not fetched: ${address ?? 'no address'} (${file}): ${reason}`,
    ),
    ...limit(
      unknownAddresses,
      unknown,
      'addresses are unknown',
      ({ entry, field, address }) => `unknown address: ${address} in ${field} of ${entry}`,
    ),
    `files: ${formatCount(described)}; ${result}.`,
  ];
}

function limit<Item>(
  items: readonly Item[],
  count: number,
  what: string,
  format: (item: Item) => string,
): readonly string[] {
  const lines = items.slice(0, LISTED_LINES).map(format);
  const rest = count - lines.length;
  return rest === 0 ? lines : [...lines, `${rest} more ${what}; --json lists ${items.length}.`];
}

function formatCount({ files, bytes }: FileCount): string {
  return `${files} (${formatBytes(bytes)})`;
}

/** `3.4 MiB`. */
function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  let value = bytes / 1024;
  const larger = ['MiB', 'GiB', 'TiB'];
  let unit = 'KiB';
  while (value >= 1024 && larger.length > 0) {
    value /= 1024;
    unit = larger.shift() ?? unit;
  }
  return `${value.toFixed(1)} ${unit}`;
}
