import { Module } from '@nestjs/common';
import { AccountsModule } from '@content-service/accounts';
import { AccessModule } from '../access/access.module.js';
import { AccountLanguage } from './account-language.js';
import { BrowserSessionService } from './browser-session.service.js';

/** Sessions of browsers. */
@Module({
  imports: [AccessModule, AccountsModule],
  providers: [AccountLanguage, BrowserSessionService],
  exports: [AccountsModule, AccountLanguage, BrowserSessionService],
})
export class BrowserModule {}
