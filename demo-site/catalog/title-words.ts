/** The given names of products; a title is one of these and what the thing is. */
export const models: readonly string[] =
  `Alder Arden Aster Aven Birk Bray Briar Calla Cove Dale Dune Eider Elm Ember Enna Fara Fen Fern
Finch Fjord Flint Galen Glen Hale Haven Hazel Heath Hollis Ines Iris Isla Jori Juna Juniper Kai
Kelda Kit Lark Laurel Linden Loch Lumi Mara Marlow Mira Moss Nell Noor Nova Oda Olm Orla Otis
Pell Pine Quill Rana Reed Rhea Rio Roan Rowan Rune Sable Senna Sol Sorrel Suna Tamar
Tarn Teo Thea Tove Tuva Una Vale Vega Vera Vik Wells Wilder Willow Wren Yara Yarrow Ymir Zora`.split(
    /\s+/,
  )

/** How a description begins; the material follows. */
export const openings: readonly string[] = [
  'An everyday piece in',
  'The one you reach for first, made of',
  'A quiet classic in',
  'Our makers chose',
  'Simple lines and honest',
  'Back by demand, again in',
]

/** How a description goes on, before it says what the thing is for. */
export const middles: readonly string[] = [
  'Made in small runs in a family workshop.',
  'Finished by hand and checked twice.',
  'Designed to be worn in, not worn out.',
  'Sent in a box that weighs next to nothing.',
  'Coloured with dyes that leave the river as it was.',
]
