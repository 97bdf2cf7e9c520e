import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsPositive,
  IsString,
  ValidateNested,
} from 'class-validator';
import type { Field, FieldSettings } from '@content-service/bundles';
import { MayBeAbsent } from './dto.js';

class AllowedValueDto {
  @IsString() readonly value: string;
  @IsString() readonly label: string;
}

class FieldSettingsDto implements FieldSettings {
  @MayBeAbsent() @IsInt() @IsPositive() readonly maxLength?: number;
  @MayBeAbsent() @IsNumber() readonly min?: number;
  @MayBeAbsent() @IsNumber() readonly max?: number;
  @MayBeAbsent() @IsInt() readonly precision?: number;
  @MayBeAbsent() @IsInt() readonly scale?: number;
  @MayBeAbsent()
  @IsArray()
  @IsObject({ each: true })
  @ValidateNested()
  @Type(() => AllowedValueDto)
  readonly allowedValues?: readonly AllowedValueDto[];
  @MayBeAbsent() @IsIn(['date', 'datetime']) readonly datetimeType?: 'date' | 'datetime';
  @MayBeAbsent() @IsArray() @IsString({ each: true }) readonly targetTypes?: readonly string[];
  @MayBeAbsent() @IsBoolean() readonly caseSensitive?: boolean;
}

abstract class FieldDto {
  @MayBeAbsent() @IsBoolean() readonly required?: boolean;
  @MayBeAbsent() @IsInt() readonly cardinality?: number;
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => FieldSettingsDto)
  readonly settings?: FieldSettingsDto;
}

export class NewFieldDto extends FieldDto {
  @IsString() readonly name: string;
  /** That there is such a type is the domain's matter. */
  @IsString() readonly type: Field['type'];
  @IsString() readonly label: string;
}

export class ChangedFieldDto extends FieldDto {
  @MayBeAbsent() @IsString() readonly label?: string;
}

/** With what is usual for whatever is not said. */
export function fieldOf({ name, type, label, required, cardinality, settings }: NewFieldDto): Field {
  return {
    name,
    type,
    label,
    required: required ?? false,
    cardinality: cardinality ?? 1,
    settings: settings ?? {},
  };
}
