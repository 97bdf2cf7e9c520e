import { Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsBoolean,
  IsInt,
  IsNumber,
  IsObject,
  IsPositive,
  IsString,
  ValidateNested,
} from 'class-validator';
import {
  type Field,
  type FieldSettings,
  type FormDisplay,
  type FormRegion,
  pickFormHints,
} from '@content-service/bundles';
import type { Json } from '@content-service/kernel';
import { Nullable, OneOf, Optional } from '../protocol/dto.js';

class AllowedValueDto {
  @IsString() readonly value: string;
  @IsString() readonly label: string;
}

class FieldSettingsDto implements FieldSettings {
  @Optional() @IsInt() @IsPositive() readonly maxLength?: number;
  @Optional() @IsNumber() readonly min?: number;
  @Optional() @IsNumber() readonly max?: number;
  @Optional() @IsInt() readonly precision?: number;
  @Optional() @IsInt() readonly scale?: number;
  @Optional()
  @IsArray()
  @IsObject({ each: true })
  @ValidateNested()
  @Type(() => AllowedValueDto)
  readonly allowedValues?: readonly AllowedValueDto[];
  @Optional() @OneOf(['date', 'datetime']) readonly datetimeType?: 'date' | 'datetime';
  @Optional() @IsArray() @IsString({ each: true }) readonly targetTypes?: readonly string[];
  @Optional() @IsBoolean() readonly caseSensitive?: boolean;
}

class FormDisplayDto implements FormDisplay {
  @Optional() @IsString() readonly group?: string;
  /** The domain checks that the region exists. */
  @Optional() @IsString() readonly region?: FormRegion;
}

abstract class FieldDto {
  @Optional() @IsBoolean() readonly required?: boolean;
  @Optional() @IsInt() readonly cardinality?: number;
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => FieldSettingsDto)
  readonly settings?: FieldSettingsDto;
  @Nullable() @IsString() readonly description?: string | null;
  @Nullable() @IsString() readonly placeholder?: string | null;
  /** The domain checks that the field accepts it. */
  @Allow() readonly defaultValue?: Json;
  @Nullable()
  @IsObject()
  @ValidateNested()
  @Type(() => FormDisplayDto)
  readonly formDisplay?: FormDisplayDto | null;
}

export class NewFieldDto extends FieldDto {
  @IsString() readonly name: string;
  /** The domain checks that the type exists. */
  @IsString() readonly type: Field['type'];
  @IsString() readonly label: string;
}

export class ChangedFieldDto extends FieldDto {
  @Optional() @IsString() readonly label?: string;
}

/** The members of a definition in a body that is not valid as a whole. */
export function toPartialField({
  description,
  placeholder,
  defaultValue,
  formDisplay,
  ...members
}: Partial<NewFieldDto>): Partial<Field> {
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
}: NewFieldDto): Field {
  return {
    name,
    type,
    label,
    required: required ?? false,
    cardinality: cardinality ?? 1,
    settings: settings ?? {},
    ...pickFormHints(hints),
  };
}
