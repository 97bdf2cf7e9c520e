import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { describeEventSink } from '@content-service/sink/conformance';
import { Redis } from 'ioredis';
import { BreakableLine } from './breakable-line.js';
import { RedisEventSink } from './redis-event-sink.js';

/** A real server; the tests use streams of their own. */
const REDIS_URL = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
const POLL_MS = 20;
const PATIENCE_MS = 20_000;

const runner = { describe, it, beforeAll: before, afterAll: after, afterEach };

describeEventSink('RedisEventSink', createFixture, runner);

async function createFixture() {
  const client = new Redis(REDIS_URL);
  const line = new BreakableLine(new URL(REDIS_URL));
  await line.open();
  return {
    // Redis 8.6 and later can: XADD … IDMP.
    deduplicates: false,
    createSink: (options) => new RedisEventSink({ ...options, url: `redis://127.0.0.1:${line.port}` }),
    getDestination: (prefix) => `stream ${prefix}:events`,
    subscribe: async (prefix) => subscribe(client, `${prefix}:events`),
    remove: async (prefix) => {
      await client.del(`${prefix}:events`);
    },
    loseNextConfirmation: () => {
      line.answers = 'lost';
    },
    withholdConfirmations: () => {
      line.answers = 'withheld';
    },
    cut: () => line.cut(),
    restore: async () => {
      if (line.answers === 'withheld') await line.cut();
      if (!line.server.listening) await line.open();
    },
    close: async () => {
      await line.cut();
      client.disconnect();
    },
  };
}

/** Reads a stream from its beginning. */
function subscribe(client, stream) {
  const messages = [];
  const readUntil = async (isComplete) => {
    for (const deadline = Date.now() + PATIENCE_MS; !isComplete(); await wait(POLL_MS)) {
      if (Date.now() > deadline)
        throw new Error(`${messages.length} messages came within ${PATIENCE_MS} ms.`);
      messages.splice(0, Infinity, ...(await client.xrange(stream, '-', '+')).map(toMessage));
    }
    return messages;
  };
  return {
    receive: (count) => readUntil(() => messages.length >= count),
    receiveUntil: (id) => readUntil(() => messages.some((message) => message.id === id)),
  };
}

/** @param {[string, string[]]} entry with the names and values of its fields in turn */
function toMessage([, fields]) {
  const pairs = fields.flatMap((name, n) => (n % 2 === 0 ? [[name, fields[n + 1]]] : []));
  const { id, topic, contentType, body, ...headers } = Object.fromEntries(pairs);
  return { id, topic, contentType, body, ...(Object.keys(headers).length > 0 ? { headers } : {}) };
}
