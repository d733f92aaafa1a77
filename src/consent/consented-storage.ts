import type { Storage } from '../platform/storage'

/** The storage, which reads and keeps nothing while there is no consent; removing is always allowed. */
export const consentedStorage = (storage: Storage, isGranted: () => boolean): Storage => ({
  ...storage,
  read: (key) => (isGranted() ? storage.read(key) : undefined),
  write: (key, text) => isGranted() && storage.write(key, text),
})
