// An empty Nest application, whose start the service's is compared with. Configured by PORT.
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Module({})
class EmptyModule {}

const app = await NestFactory.create(EmptyModule, { logger: false });
app.getHttpAdapter().get('/', (_: unknown, response: { end: () => void }) => {
  response.end();
});
await app.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit());
