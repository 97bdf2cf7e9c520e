import { t } from '@lingui/core/macro';
import type { Json, Resource } from '../../jsonapi/document.js';
import type { Members } from '../../jsonapi/json-api.js';
import type { Field } from '../../management-api/resources.js';
import type { ResourceType } from '../resource-type.js';
import { toMembers, toValues } from '../values.js';

/** Fields that belong to one entry: a copy has a time of creation, an author and a path of its own. */
const NOT_COPIED = ['created', 'changed', 'uid', 'path', 'status'];

/** A string field without the setting has this length. */
const LENGTH_MAXIMUM = 255;

const SUFFIX = t` (copy)`;

/** The members of a draft with the values of an entry and its title with « (copy)». */
export function toCopy(entry: Resource, { allFields, labelField }: ResourceType): Members {
  const fields = allFields.filter(({ name }) => !NOT_COPIED.includes(name));
  const values = Object.entries(toValues(entry, fields)).filter(([, value]) => !isAbsent(value));
  const members = toMembers(Object.fromEntries(values), fields);
  const title = members.attributes[labelField.name];
  return {
    ...members,
    attributes: {
      ...members.attributes,
      ...(typeof title === 'string' ? { [labelField.name]: appendSuffix(title, labelField) } : {}),
      status: false,
    },
  };
}

function isAbsent(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function appendSuffix(title: string, { settings }: Field): string {
  const maximum = settings.maxLength ?? LENGTH_MAXIMUM;
  return title.slice(0, maximum - SUFFIX.length) + SUFFIX;
}
