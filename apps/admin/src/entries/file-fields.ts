/** The resource type of files. */
export const FILE_TYPE = 'file--file';

/** Whether the values of a field type are uploaded files. */
export function isFileField(fieldType: string): boolean {
  return fieldType === 'file' || fieldType === 'image';
}
