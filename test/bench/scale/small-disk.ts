import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk that is soon full. */
export interface SmallDisk {
  /** Gives it a gigabyte. */
  grow(): void
  remove(): void
}

const mount = (...args: readonly string[]) => execFileSync('mount', [...args], { stdio: 'ignore' })

/** Mounts a disk of so many megabytes in memory at a folder. @throws Error unless it is root. */
export function smallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true })
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  return {
    grow: () => void mount('-o', 'remount,size=1g', folder),
    remove: () => void execFileSync('umount', [folder], { stdio: 'ignore' }),
  }
}

/** Whether this user may mount a disk here. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scale-'))
  try {
    smallDisk(folder, 1).remove()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
