/** Starts the download of a text, or of its parts, as a file. */
export function download(fileName: string, type: string, text: string | readonly string[]): void {
  const url = URL.createObjectURL(new Blob([text].flat(), { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}
