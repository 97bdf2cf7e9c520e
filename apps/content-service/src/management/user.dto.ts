import { IsBoolean, IsString } from 'class-validator';
import { MayBeAbsent } from './dto.js';

export class NewUserDto {
  @IsString() readonly name: string;
  @MayBeAbsent() @IsString() readonly displayName?: string;
  @IsString() readonly role: string;
  @IsString() readonly password: string;
}

export class ChangedUserDto {
  @MayBeAbsent() @IsString() readonly name?: string;
  @MayBeAbsent() @IsString() readonly displayName?: string;
  @MayBeAbsent() @IsString() readonly role?: string;
  @MayBeAbsent() @IsBoolean() readonly enabled?: boolean;
  @MayBeAbsent() @IsString() readonly password?: string;
}
