/** A maker, and what it makes. All are invented. */
export interface Brand {
  readonly id: string
  readonly name: string
  readonly makes: 'wear' | 'outdoor' | 'home'
}

/**
 * Every brand of the catalogue. Some names are chosen to hurt: quotes, an ampersand, a plus,
 * a percent sign, an apostrophe, letters beyond Latin.
 */
export const brands: readonly Brand[] = [
  { id: 'b01', name: 'Nordhavn', makes: 'wear' },
  { id: 'b02', name: 'Aurelle', makes: 'wear' },
  { id: 'b03', name: 'O"Hara', makes: 'wear' },
  { id: 'b04', name: "Levin's", makes: 'wear' },
  { id: 'b05', name: 'Stone & Sons', makes: 'wear' },
  { id: 'b06', name: 'Casa Verano', makes: 'wear' },
  { id: 'b07', name: 'Müller+Söhne', makes: 'wear' },
  { id: 'b08', name: 'Paper Crane', makes: 'wear' },
  { id: 'b09', name: 'Кедр', makes: 'wear' },
  { id: 'b10', name: 'Atelier Brume', makes: 'wear' },
  { id: 'b11', name: '100% Loop', makes: 'wear' },
  { id: 'b12', name: 'Tidewater', makes: 'wear' },
  { id: 'b20', name: 'Fjellvei', makes: 'outdoor' },
  { id: 'b21', name: 'Ridge & Rill', makes: 'outdoor' },
  { id: 'b22', name: 'Kestrel Supply', makes: 'outdoor' },
  { id: 'b23', name: 'Halden Works', makes: 'outdoor' },
  { id: 'b30', name: '白樺 Shirakaba', makes: 'home' },
  { id: 'b31', name: 'Loom & Larder', makes: 'home' },
  { id: 'b32', name: 'Ostend Clay', makes: 'home' },
  { id: 'b33', name: 'Hus Hjemme', makes: 'home' },
]
