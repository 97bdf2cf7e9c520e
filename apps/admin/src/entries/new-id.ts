/** In place of the id of an entry that is not stored yet: in the address of its form, and in the document that the form shows. */
export const NEW_ID = 'new';

export function isNew({ id }: { readonly id: string }): boolean {
  return id === NEW_ID;
}
