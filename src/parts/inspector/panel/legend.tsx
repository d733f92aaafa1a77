import { type TileCounts, tileColours, tileKinds, tileNames } from './overlay/tile-state'

/** The meaning of the outlines, and how many tiles of each kind are in the window. */
export function Legend({ tiles }: { readonly tiles: TileCounts }) {
  return (
    <ul class="legend" aria-label="Tiles in the window">
      {tileKinds
        .filter((kind) => tiles[kind] > 0)
        .map((kind) => (
          <li key={kind}>
            <span class="swatch" style={{ background: tileColours[kind] }} />
            {tiles[kind]} {tileNames[kind]}
          </li>
        ))}
      {tileKinds.every((kind) => tiles[kind] === 0) && <li>no tile in the window</li>}
    </ul>
  )
}
