import { type Drawing, flat, ground, seam, solid, stitch, stroke } from './brush.ts'

const sole = '#efe9de'

const sneaker: Drawing = (tone, look) =>
  ground(348, 320) +
  solid('M44 318H356Q364 336 348 346H58Q40 342 44 318Z', look % 2 === 0 ? sole : tone.light) +
  solid(
    'M46 322Q42 250 66 204Q92 220 128 200Q152 214 178 240Q222 270 298 274Q352 278 356 322Z',
    tone.base,
  ) +
  flat('M48 322Q46 286 50 258Q96 262 102 322Z', tone.shade) +
  flat('M284 322Q290 282 316 277Q352 282 356 322Z', tone.shade) +
  flat('M66 204Q92 220 128 200L138 208Q96 236 62 220Z', tone.deep) +
  flat('M138 212Q182 258 240 268L228 284Q160 270 122 226Z', tone.light) +
  stroke('M140 246L166 222M160 258L186 234M182 268L206 246M206 276L228 256', '#ffffff', 5) +
  (look > 2
    ? flat('M104 300Q170 306 232 286L240 296Q180 322 110 318Z', tone.light)
    : seam('M112 318Q118 270 128 232', tone)) +
  stitch('M52 326H352', tone.deep)

const shaft = (tone: Parameters<Drawing>[0]) =>
  solid('M112 96H218Q214 190 224 250Q268 282 316 288Q340 294 340 340H96Q112 210 112 96Z', tone.base)

const boot: Drawing = (tone, look) =>
  ground(376, 290) +
  solid('M92 336H344Q348 358 340 368H196L190 358H180L176 372H100Q90 360 92 336Z', '#4b4038') +
  shaft(tone) +
  flat('M112 96H218L217 116H111Z', tone.shade) +
  (look % 2 === 0
    ? flat('M146 122H186L180 218Q166 236 152 218Z', tone.shade)
    : stroke(
        'M168 140L214 132M166 166L214 158M166 192L216 184M170 218L218 210M180 244L226 234',
        '#ded3c0',
        5,
      )) +
  seam('M228 254Q206 284 210 336M110 280Q150 290 152 336', tone) +
  stitch('M96 330H340', tone.light)

const rainboot: Drawing = (tone) =>
  ground(388, 280) +
  solid('M104 348H332Q338 372 326 382H104Q94 366 104 348Z', tone.deep) +
  solid(
    'M118 84H226Q222 210 228 266Q290 282 318 302Q334 318 332 352H104Q118 220 118 84Z',
    tone.base,
  ) +
  flat('M118 84H226L225 112H117Z', tone.light) +
  stroke('M140 84V66Q154 54 168 66V84', tone.light, 9) +
  flat('M132 130H148Q146 240 136 320H122Q132 220 132 130Z', tone.light) +
  seam('M228 266Q206 292 206 348', tone)

const loafer: Drawing = (tone) =>
  ground(352, 310) +
  solid('M52 322H350Q354 338 342 346H196L192 338H110L104 348H60Q48 340 52 322Z', '#42352c') +
  solid('M54 322Q46 262 68 222Q110 244 158 240Q196 262 262 268Q344 276 350 322Z', tone.base) +
  flat('M68 222Q110 244 158 240Q150 266 96 262Q72 252 68 222Z', tone.deep) +
  flat('M150 240Q196 264 260 268Q246 296 196 290Q160 284 138 262Z', tone.light) +
  solid('M152 238L196 250L170 308L126 302Z', tone.shade) +
  seam('M260 268Q246 296 196 290', tone) +
  stitch('M56 316H346', tone.light)

const sandal: Drawing = (tone) =>
  ground(344, 310) +
  solid('M48 306Q110 318 190 306Q270 296 346 316Q362 324 354 338H56Q40 330 48 306Z', '#c9a878') +
  flat('M50 330H356L354 338H56Z', '#7d5f3f') +
  solid(
    'M208 306Q226 232 278 250Q322 266 338 316L296 312Q286 280 262 276Q244 274 242 306Z',
    tone.base,
  ) +
  solid('M62 306Q66 214 126 196L148 206Q100 234 104 312Z', tone.base) +
  solid('M112 214Q168 236 226 262L214 286Q160 262 104 240Z', tone.shade) +
  `<rect x="140" y="222" width="24" height="24" rx="4" transform="rotate(22 152 234)" fill="none" stroke="#e3c789" stroke-width="5"/>`

const heel: Drawing = (tone, look) =>
  ground(372, 290) +
  solid(
    look % 2 === 0 ? 'M70 236L112 240L104 368H84Z' : 'M64 236L128 244L122 368H72Z',
    tone.shade,
  ) +
  solid(
    'M60 198Q96 236 156 252Q230 300 262 316Q330 322 346 350Q348 366 326 368H268Q214 330 170 296Q118 262 66 250Z',
    tone.base,
  ) +
  flat('M60 198Q96 236 156 252Q210 288 254 312Q190 314 150 284Q92 248 62 228Z', tone.deep) +
  flat('M262 316Q330 322 346 350Q348 366 326 368H268Q256 340 262 316Z', tone.light) +
  seam('M262 316Q256 340 268 368', tone)

/** Shoes, seen from the side. */
export const shoes = { sneaker, boot, rainboot, loafer, sandal, heel }
