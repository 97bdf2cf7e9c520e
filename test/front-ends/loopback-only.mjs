// Loaded by the builds and servers of front ends (NODE_OPTIONS): no connection leaves this machine, and those that were tried are
// written to the file REFUSED_CONNECTIONS.
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

const LOOPBACK = /^(localhost|127\..*|::1|0\.0\.0\.0)$/;
const connect = Socket.prototype.connect;

Socket.prototype.connect = function connectToLoopback(...given) {
  // Node.js itself calls it with an array of options and listener.
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  const options = typeof first === 'object' && first !== null ? first : { port: first, host: second };
  const host = typeof options.host === 'string' ? options.host : 'localhost';
  const isPipe = options.path !== undefined && options.path !== null;
  if (isPipe || LOOPBACK.test(host)) return Reflect.apply(connect, this, given);
  appendFileSync(process.env.REFUSED_CONNECTIONS, `${host}\n`);
  throw new Error(`A connection to ${host} is refused.`);
};
