import { IsArray, IsString } from 'class-validator';
import { MayBeAbsent } from './dto.js';

export class NewRoleDto {
  @IsString() readonly name: string;
  @IsString() readonly label: string;
  @IsArray() @IsString({ each: true }) readonly scopes: readonly string[];
}

export class ChangedRoleDto {
  @MayBeAbsent() @IsString() readonly label?: string;
  @MayBeAbsent() @IsArray() @IsString({ each: true }) readonly scopes?: readonly string[];
}
