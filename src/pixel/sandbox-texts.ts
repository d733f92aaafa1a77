import type { SandboxStorage } from './sandbox-api'

/** Texts in the page's `localStorage`, through the sandbox. */
export type KeptTexts = ReturnType<typeof createKeptTexts>

/** The tag's prefix: what is refused to the tag is erased here, too. */
const PREFIX = 'svc-tag.'

/**
 * Opens the tag's own texts in the page's `localStorage`. Where nothing can be stored, a text lives as long as the page.
 */
export function createKeptTexts(storage: SandboxStorage) {
  const inMemory = new Map<string, string>()

  async function names(): Promise<readonly string[]> {
    const count = await storage.length().catch(() => 0)
    const all = Array.from({ length: count }, (_, index) =>
      storage.key(index).catch(() => undefined),
    )
    return (await Promise.all(all)).flatMap((name) =>
      name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [],
    )
  }

  async function remove(name: string): Promise<void> {
    inMemory.delete(name)
    await storage.removeItem(PREFIX + name).catch(() => undefined)
  }

  return {
    async read(name: string): Promise<string | undefined> {
      const text = await storage.getItem(PREFIX + name).catch(() => undefined)
      return text ?? inMemory.get(name)
    },
    /** Posts the text to the page at once; the promise settles when the page has answered. */
    async write(name: string, text: string): Promise<void> {
      inMemory.set(name, text)
      await storage.setItem(PREFIX + name, text).then(
        () => inMemory.delete(name),
        () => false,
      )
    },
    remove,
    /** The names that begin with these letters. */
    async names(prefix: string): Promise<readonly string[]> {
      const found = new Set([...(await names()), ...inMemory.keys()])
      return [...found].filter((name) => name.startsWith(prefix))
    },
    /** Removes all of the tag's texts. */
    async erase(): Promise<void> {
      for (const name of [...(await names()), ...inMemory.keys()]) await remove(name)
    },
  }
}
