import {
  CHANGED_FIELD_MEMBERS,
  type Field,
  type FieldRequest,
  NEW_FIELD_MEMBERS,
  pickFormHints,
} from '@content-service/bundles';
import { createChangeDto, createNewDto } from '../protocol/member-dto.js';

export const NewFieldDto = createNewDto(NEW_FIELD_MEMBERS);
export const ChangedFieldDto = createChangeDto(CHANGED_FIELD_MEMBERS);

const { required: REQUIRED, cardinality: CARDINALITY, settings: SETTINGS } = CHANGED_FIELD_MEMBERS;

/** The members of a definition in a body that is not valid as a whole. */
export function toPartialField({
  description,
  placeholder,
  defaultValue,
  formDisplay,
  ...members
}: Partial<FieldRequest>): Partial<Field> {
  return { ...members, ...pickFormHints({ description, placeholder, defaultValue, formDisplay }) };
}

/** Converts to a field definition with defaults for omitted members. */
export function toField({
  name,
  type,
  label,
  required,
  cardinality,
  settings,
  ...hints
}: FieldRequest): Field {
  return {
    name,
    type,
    label,
    required: required ?? REQUIRED.default,
    cardinality: cardinality ?? CARDINALITY.default,
    settings: settings ?? SETTINGS.default,
    ...pickFormHints(hints),
  };
}
