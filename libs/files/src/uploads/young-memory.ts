import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'minor' }) => void;

let collect: Collect | undefined;

/**
 * Frees the buffers that are used no more and were made a moment ago, in about a millisecond. V8 counts the bytes of buffers as a part of
 * its heap: at some 32 MiB of them it begins to mark the whole heap, which costs a service more than the upload itself, and the
 * collection that would have freed them without that begins a moment later.
 */
export function freeYoungBuffers(): void {
  collect ??= createCollector();
  collect({ type: 'minor' });
}

/** Contexts that are made while the flag is set have a function `gc`. Without it V8 frees the buffers by itself, later. */
function createCollector(): Collect {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('typeof gc === "function" ? gc : () => undefined') as Collect;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
