import { IsArray, IsObject, IsString, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { Clearable, MayBeAbsent } from './dto.js';
import { NewFieldDto } from './field.dto.js';

export class NewBundleDto {
  @IsString() readonly entityType: string;
  @IsString() readonly bundle: string;
  @IsString() readonly label: string;
  @Clearable() @IsString() readonly description?: string | null;
  @MayBeAbsent()
  @IsArray()
  @IsObject({ each: true })
  @ValidateNested()
  @Type(() => NewFieldDto)
  readonly fields?: readonly NewFieldDto[];
}

export class ChangedBundleDto {
  @MayBeAbsent() @IsString() readonly label?: string;
  @Clearable() @IsString() readonly description?: string | null;
  @MayBeAbsent() @IsArray() @IsString({ each: true }) readonly fieldOrder?: readonly string[];
}
