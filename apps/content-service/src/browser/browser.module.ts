import { Module } from '@nestjs/common';
import { AccountsModule } from '@content-service/accounts';
import { AccessModule } from '../access/access.module.js';
import { BrowserSessions } from './browser-sessions.js';

/** Who is signed in with a browser. */
@Module({
  imports: [AccessModule, AccountsModule],
  providers: [BrowserSessions],
  exports: [AccountsModule, BrowserSessions],
})
export class BrowserModule {}
