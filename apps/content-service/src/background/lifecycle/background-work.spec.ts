import { Module } from '@nestjs/common';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { parseConfig } from '../../platform/config/config.js';
import { BackgroundWork } from './background-work.js';

@Module({})
class EmptyModule {}

const SERVER = { DATABASE_URL: 'postgres://localhost/content', KEY_SECRET: 'k'.repeat(32) };

describe('BackgroundWork', () => {
  it('is done by services with the role worker, and not by commands', async () => {
    const service = await NestFactory.create(EmptyModule, { logger: false });
    const command = await NestFactory.createApplicationContext(EmptyModule, { logger: false });
    const isEnabled = (app: typeof command, ROLES: string): boolean =>
      new BackgroundWork(app.get(HttpAdapterHost), parseConfig({ ...SERVER, ROLES })).isEnabled;

    expect(['api,worker', 'worker', 'api'].map((roles) => isEnabled(service, roles))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isEnabled(command, 'api,worker')).toBe(false);

    await Promise.all([service.close(), command.close()]);
  });
});
