const RELEASED = 'released';

const releases = new EventTarget();

/** Says to the forms on the screen that what they hold was saved, or that the user gives it up: those that end as they are keep no copy. */
export function releaseUnsaved(): void {
  releases.dispatchEvent(new Event(RELEASED));
}

/** @returns a function that ends it */
export function onRelease(listener: () => void): () => void {
  releases.addEventListener(RELEASED, listener);
  return () => {
    releases.removeEventListener(RELEASED, listener);
  };
}
