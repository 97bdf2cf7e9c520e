/** The files of this tab that were uploaded as pictures, by the id of their entry; they are hidden until an entry links them. */
const previews = new Map<string, string>();

/** Keeps a picture that was uploaded, to be shown until the page is left. */
export function rememberPreview(id: string, file: Blob): void {
  if (file.type.startsWith('image/')) previews.set(id, URL.createObjectURL(file));
}

/** The `blob:` URL of a picture that was uploaded in this tab. */
export function getPreview(id: string): string | undefined {
  return previews.get(id);
}
