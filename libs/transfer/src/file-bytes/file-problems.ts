import { formatFile, type StoredFile } from './stored-file.js';

/** Problems that are listed; more are counted. */
const LISTED = 100;

/** What is wrong with a file whose bytes the place of files has damaged. */
export const OTHER_BYTES = 'has other bytes in the place of files than its checksum says.';

/** Sentences about files whose bytes could not be moved. A site can have very many, so only the first are kept. */
export class FileProblems {
  private readonly listed: string[] = [];
  private omitted = 0;

  /** @param fault behind the name of the file, as in «has no bytes in the backup.» */
  add(file: StoredFile, fault: string): void {
    this.addSentence(`The file ${formatFile(file)} ${fault}`);
  }

  addSentence(sentence: string): void {
    if (this.listed.length < LISTED) this.listed.push(sentence);
    else this.omitted += 1;
  }

  get sentences(): readonly string[] {
    if (this.omitted === 0) return this.listed;
    return [...this.listed, `${this.omitted} more problems of files are not listed.`];
  }
}
