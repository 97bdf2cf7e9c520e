import { jest } from '@jest/globals';
import type { Request, Response } from 'express';
import { warnOfForwarded } from './middleware.js';

describe('warnOfForwarded', () => {
  it('logs one warning, at the first request with X-Forwarded-For', () => {
    const [warn, next] = [jest.fn(), jest.fn()];
    const handle = warnOfForwarded({ warn });
    const send = (headers: Record<string, string>): void => {
      void handle({ headers } as unknown as Request, {} as Response, next);
    };

    send({});
    expect(warn).not.toHaveBeenCalled();
    send({ 'x-forwarded-for': '192.0.2.1' });
    send({ 'x-forwarded-for': '192.0.2.1' });

    expect(warn.mock.calls).toEqual([[expect.stringContaining('TRUST_PROXY is not set')]]);
    expect(next).toHaveBeenCalledTimes(3);
  });
});
