// `--import` of a command: its process ends as by `kill -9` when it writes to a file for the second time.
import { WriteStream } from 'node:fs';

const { _write: write } = WriteStream.prototype;
let writes = 0;
WriteStream.prototype._write = function (...args) {
  writes += 1;
  if (writes === 2) process.kill(process.pid, 'SIGKILL');
  return write.apply(this, args);
};
// Chunks that wait are written one by one.
WriteStream.prototype._writev = undefined;
