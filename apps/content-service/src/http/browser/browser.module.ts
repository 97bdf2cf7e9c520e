import { Module } from '@nestjs/common';
import { AccountsModule } from '@content-service/accounts';
import { AccessModule } from '../access/access.module.js';
import { BrowserSessionService } from './browser-session.service.js';

/** Sessions of browsers. */
@Module({
  imports: [AccessModule, AccountsModule],
  providers: [BrowserSessionService],
  exports: [AccountsModule, BrowserSessionService],
})
export class BrowserModule {}
