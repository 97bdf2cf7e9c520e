import { useEffect, useRef, useState } from 'react';
import type { UploadOptions } from './upload-file.js';

/** A file on its way to the service, or one that was refused. */
interface Upload {
  readonly key: number;
  readonly file: File;
  /** The part that is sent, from 0 to 1. */
  readonly part: number;
  /** Why it failed; the upload stays in the list until it is dismissed. */
  readonly error: unknown;
}

export interface Uploads {
  readonly list: readonly Upload[];
  readonly add: (files: readonly File[]) => void;
  /** Cancels an upload, or dismisses a failed one. */
  readonly remove: (key: number) => void;
}

/** Keys of uploads are unique in a page. */
let lastKey = 0;

/**
 * The uploads of a component, which end with it.
 *
 * @param send uploads a file and does what comes after it
 */
export function useUploads(send: (file: File, options: UploadOptions) => Promise<unknown>): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  }, [send]);
  useEffect(() => {
    const { current } = controllers;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);

  function change(key: number, changes: Partial<Upload>): void {
    setList((before) => before.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  }

  function drop(key: number): void {
    controllers.current.delete(key);
    setList((before) => before.filter((upload) => upload.key !== key));
  }

  async function start({ key, file }: Upload): Promise<void> {
    const controller = new AbortController();
    controllers.current.set(key, controller);
    try {
      await latest.current(file, {
        signal: controller.signal,
        onProgress: (part) => {
          change(key, { part });
        },
      });
      drop(key);
    } catch (error) {
      if (controller.signal.aborted) drop(key);
      else change(key, { error });
    }
  }

  return {
    list,
    add: (files) => {
      const added = files.map((file) => ({ key: ++lastKey, file, part: 0, error: undefined }));
      setList((before) => [...before, ...added]);
      for (const upload of added) void start(upload);
    },
    remove: (key) => {
      controllers.current.get(key)?.abort();
      drop(key);
    },
  };
}
