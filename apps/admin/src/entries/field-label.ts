import { t } from '@lingui/core/macro';
import type { Field } from '../management-api/resources.js';
import { getOwn } from '../own-members.js';

const BASE_LABELS: Readonly<Record<string, string>> = {
  title: t`Title`,
  name: t`Name`,
  display_name: t`Name shown to others`,
  description: t`Description`,
  weight: t`Order`,
  parent: t`Parent`,
  status: t`Published`,
  created: t`Created`,
  changed: t`Changed`,
  langcode: t`Language`,
  path: t`Path`,
  uid: t`Author`,
  filename: t`File name`,
  uri: t`Address`,
  filemime: t`Media type`,
  filesize: t`Size in bytes`,
  checksum: t`Checksum`,
  width: t`Width in pixels`,
  height: t`Height in pixels`,
  focal_point: t`Focal point`,
  automatic: t`Made by the service`,
};

/** The label of a field. Base fields have their name as label; `BASE_LABELS` has readable ones. */
export function getFieldLabel({ name, label }: Field): string {
  return label === name ? (getOwn(BASE_LABELS, name) ?? label) : label;
}
