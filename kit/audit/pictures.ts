import type { ElementHandle, Page } from '@playwright/test'

/** A page with hundreds of mistakes needs no hundred pictures. */
const MOST_PICTURES = 12

/** Enough for a slow machine. An element that never stands still has no picture. */
const TIME_LIMIT_MS = 6_000

/** An element without a box has no picture, and is not waited for. */
async function takePicture(element: ElementHandle): Promise<string | undefined> {
  try {
    if (!(await element.isVisible())) return undefined
    const picture = await element.screenshot({ type: 'jpeg', quality: 60, timeout: TIME_LIMIT_MS })
    return picture.toString('base64')
  } catch {
    return undefined
  }
}

/** Pictures of the elements that `svc.audit()` names, by their place in its findings; JPEG in base64. */
export async function findPictures(page: Page): Promise<ReadonlyMap<number, string>> {
  const pictures = new Map<number, string>()
  const elements = await page
    .evaluateHandle(async () => {
      const { svc } = window as Partial<Window>
      return svc?.version ? (await svc.audit()).map(({ element }) => element) : []
    })
    .catch(() => undefined)
  for (const [place, handle] of (await elements?.getProperties()) ?? []) {
    const element = handle.asElement()
    if (!element || pictures.size >= MOST_PICTURES) continue
    const picture = await takePicture(element as ElementHandle)
    if (picture) pictures.set(Number(place), picture)
  }
  return pictures
}
