import type { Server } from 'node:http';
import { Test } from '@nestjs/testing';
import { TerminusModule } from '@nestjs/terminus';
import request from 'supertest';
import { Storage } from '@content-service/storage';
import { storageOf } from '../app.module.js';
import { configFrom } from '../config.js';
import { HealthController } from './health.controller.js';

describe('GET /health/ready', () => {
  it('is 503 and names what is down, but not why', async () => {
    const storage = await storageOf(configFrom({ DATABASE_URL: 'memory:' }));
    storage.ping = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:3306'));
    const module = await Test.createTestingModule({
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController],
      providers: [{ provide: Storage, useValue: storage }],
    }).compile();
    const app = await module.createNestApplication({ logger: false }).init();

    const response = await request(app.getHttpServer() as Server).get('/health/ready');

    expect(response.status).toBe(503);
    expect(response.body).toMatchObject({
      status: 'error',
      error: { storage: { status: 'down' } },
      details: { schema: { status: 'up' } },
    });
    expect(response.text).not.toContain('ECONNREFUSED');
    await app.close();
  });
});
