import { Module } from '@nestjs/common';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { hasHttpServer } from './has-http-server.js';

@Module({})
class EmptyModule {}

describe('hasHttpServer', () => {
  it('is true for a service and false for a command', async () => {
    const service = await NestFactory.create(EmptyModule, { logger: false });
    const command = await NestFactory.createApplicationContext(EmptyModule, { logger: false });

    expect(hasHttpServer(service.get(HttpAdapterHost))).toBe(true);
    expect(hasHttpServer(command.get(HttpAdapterHost))).toBe(false);

    await Promise.all([service.close(), command.close()]);
  });
});
